import CVulkan
import CWindow
import CoreImage

/// A command buffer for the device of a view, recorded by an app and by contexts: the counterpart of a Metal command
/// buffer.
///
/// Record with Vulkan's functions or a context into `commandBuffer`, then `present` a drawable and `commit`. A command
/// buffer that is released without `commit` does not run.
@MainActor public final class CIWindowCommandBuffer {
  /// The Vulkan command buffer, in the recording state.
  public let commandBuffer: VkCommandBuffer
  private let surface: VulkanSurface
  private let pool: CommandPool
  private var recordings: [CIVulkanRecording] = []
  private var drawable: CIWindowDrawable?
  private var isCommitted = false

  init(_ surface: VulkanSurface) throws {
    (self.surface, pool) = (surface, try CommandPool(surface.graphics))
    var created: VkCommandBuffer?
    try check(cw_begin_commands(surface.graphics.handles, pool.handle, &created))
    commandBuffer = created!
  }

  /// Retains the resources of a context's commands until they are done.
  public func keep(_ recording: CIVulkanRecording) { recordings.append(recording) }

  /// Presents the drawable when the commands are done. They must render to it.
  public func present(_ drawable: CIWindowDrawable) { self.drawable = drawable }

  /// Submits the commands, and returns without waiting for them.
  ///
  /// - Throws: `CIWindowError.invalidArgument` for a second call, and for a drawable of another frame;
  ///   `RenderError.device`.
  public func commit() throws {
    guard !isCommitted else { throw CIWindowError.invalidArgument("a command buffer can be committed only once") }
    isCommitted = true
    try surface.submit(commandBuffer, of: pool, for: drawable, keeping: recordings)
  }
}

/// A pool for one command buffer, which is freed with the pool.
///
/// Unchecked: the handle is constant.
final class CommandPool: @unchecked Sendable {
  let handle: VkCommandPool
  private let graphics: GraphicsDevice

  init(_ graphics: GraphicsDevice) throws(RenderError) {
    var created: VkCommandPool?
    try check(cw_make_pool(graphics.handles, &created))
    (handle, self.graphics) = (created!, graphics)
  }

  deinit { graphics.handles.pointee.functions.vkDestroyCommandPool(graphics.handles.pointee.device, handle, nil) }
}

extension CIWindowView {
  /// Returns a new command buffer for the view's device.
  ///
  /// - Throws: `CIWindowError.unavailable` if the view renders on the processor; `closed`; `RenderError.device`.
  public func makeCommandBuffer() throws -> CIWindowCommandBuffer {
    guard let surface = try open() as? VulkanSurface else {
      throw CIWindowError.unavailable("command buffers require a Vulkan device; this view renders on the processor")
    }
    return try CIWindowCommandBuffer(surface)
  }

  /// Returns a new image of the view's device, to be rendered to and read: the counterpart of a Metal texture. It is
  /// destroyed when the last value that describes it is released, and the renders that use it are done.
  ///
  /// Its layout is undefined until it is rendered to. From then on, `CIVulkanImage.layout` of the result must be
  /// `VK_IMAGE_LAYOUT_GENERAL`, its `finalLayout`.
  ///
  /// - Parameters:
  ///   - width: in pixels, 1 to 16384, as is `height`.
  ///   - format: one that docs/vulkan-interop.md lists.
  /// - Throws: as `makeCommandBuffer`; `CIWindowError.invalidArgument` if a side is out of range.
  public func makeImage(width: Int, height: Int, format: VkFormat) throws -> CIVulkanImage {
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw CIWindowError.invalidArgument(
        "the sides of an image must be between 1 and 16384 pixels (got \(width)x\(height))")
    }
    guard let surface = try open() as? VulkanSurface else {
      throw CIWindowError.unavailable("Vulkan images require a Vulkan device; this view renders on the processor")
    }
    let owner = try WindowImage(surface.graphics, width, height, format)
    var image = CIVulkanImage(
      device: surface.device, image: owner.image, format: format, width: width, height: height,
      layout: VK_IMAGE_LAYOUT_UNDEFINED)
    (image.finalLayout, image.owner) = (VK_IMAGE_LAYOUT_GENERAL, owner)
    return image
  }
}

/// An image and its memory, destroyed with the object.
///
/// Unchecked: the handles are constant.
private final class WindowImage: @unchecked Sendable {
  let image: VkImage
  private let memory: VkDeviceMemory
  private let graphics: GraphicsDevice

  init(_ graphics: GraphicsDevice, _ width: Int, _ height: Int, _ format: VkFormat) throws(RenderError) {
    var (image, memory, byteCount): (VkImage?, VkDeviceMemory?, UInt64) = (nil, nil, 0)
    let usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
    try check(
      cvk_create_image(
        &graphics.handles.pointee.functions, graphics.handles.pointee.device, &graphics.handles.pointee.facts, format,
        UInt32(width), UInt32(height), usage, 0, &image, &memory, &byteCount))
    (self.image, self.memory, self.graphics) = (image!, memory!, graphics)
  }

  deinit {
    let device = graphics.handles.pointee
    device.functions.vkDestroyImage(device.device, image, nil)
    device.functions.vkFreeMemory(device.device, memory, nil)
  }
}
