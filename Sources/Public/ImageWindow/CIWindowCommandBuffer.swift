import CVulkan
import CWindow
import CoreImage

/// Commands for the device of a view, recorded by an app and by contexts: the counterpart of a Metal command buffer.
///
/// Record with Vulkan's functions into `commandBuffer`, or have a context do that; then `present` a drawable and
/// `commit`. One that is dropped without is not run.
@MainActor public final class CIWindowCommandBuffer {
  /// For Vulkan's functions, in the recording state.
  public let commandBuffer: VkCommandBuffer
  private let surface: VulkanSurface
  private let pool: CommandPool
  private var recordings: [CIVulkanRecording] = []
  private var drawable: CIWindowDrawable?
  private var isCommitted = false

  init(_ surface: VulkanSurface) throws {
    (self.surface, pool) = (surface, try CommandPool(surface.graphics))
    var made: VkCommandBuffer?
    try check(cw_begin_commands(surface.graphics.handles, pool.handle, &made))
    commandBuffer = made!
  }

  /// Keeps what a context's commands use until they are done.
  public func keep(_ recording: CIVulkanRecording) { recordings.append(recording) }

  /// Has the drawable shown when the commands are done, which have to render to it.
  public func present(_ drawable: CIWindowDrawable) { self.drawable = drawable }

  /// Submits the commands. Nobody waits for them.
  ///
  /// - Throws: `CIWindowError.invalidArgument` for the second call, and for a drawable of another frame;
  ///   `RenderError.device`.
  public func commit() throws {
    guard !isCommitted else { throw CIWindowError.invalidArgument("a command buffer is committed once") }
    isCommitted = true
    try surface.submit(commandBuffer, of: pool, for: drawable, keeping: recordings)
  }
}

/// A pool with one command buffer, which goes with it.
///
/// Unchecked: the handle never changes.
final class CommandPool: @unchecked Sendable {
  let handle: VkCommandPool
  private let graphics: GraphicsDevice

  init(_ graphics: GraphicsDevice) throws(RenderError) {
    var made: VkCommandPool?
    try check(cw_make_pool(graphics.handles, &made))
    (handle, self.graphics) = (made!, graphics)
  }

  deinit { graphics.handles.pointee.functions.vkDestroyCommandPool(graphics.handles.pointee.device, handle, nil) }
}

extension CIWindowView {
  /// Commands for the view's device.
  ///
  /// - Throws: `CIWindowError.unavailable` for a view that renders on the processor; `closed`; `RenderError.device`.
  public func makeCommandBuffer() throws -> CIWindowCommandBuffer {
    guard let surface = try open() as? VulkanSurface else {
      throw CIWindowError.unavailable("the view renders on the processor, which has no command buffers")
    }
    return try CIWindowCommandBuffer(surface)
  }

  /// An image of the view's device, to be rendered to and read: the counterpart of a Metal texture. It goes with the
  /// last value that describes it, when the renders that use it are done.
  ///
  /// Its layout is undefined until something is rendered to it; `CIVulkanImage.layout` of the result says
  /// `VK_IMAGE_LAYOUT_GENERAL` from then on, which `finalLayout` leaves it in.
  ///
  /// - Parameters:
  ///   - width: in pixels, 1 to 16384, as is `height`.
  ///   - format: one that docs/vulkan-interop.md lists.
  /// - Throws: as `makeCommandBuffer`; `CIWindowError.invalidArgument` for such sizes.
  public func makeImage(width: Int, height: Int, format: VkFormat) throws -> CIVulkanImage {
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw CIWindowError.invalidArgument("an image of \(width)x\(height) pixels; give each side 1 to 16384")
    }
    guard let surface = try open() as? VulkanSurface else {
      throw CIWindowError.unavailable("the view renders on the processor, which has no images of Vulkan's")
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
/// Unchecked: handles never change.
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
