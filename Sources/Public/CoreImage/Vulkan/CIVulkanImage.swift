import CVulkan
import ImageGraph
import VulkanEngine

/// A semaphore of the app's device, with the value of a timeline.
///
/// Unchecked: the handle is a constant.
public struct CIVulkanSemaphore: @unchecked Sendable {
  /// The app's semaphore. It must remain valid until all operations that wait for it or signal it have completed.
  public var semaphore: VkSemaphore
  /// The value of a timeline semaphore; nil for a binary one.
  public var value: UInt64?

  /// Creates a semaphore, for a timeline with the value to wait for or to signal.
  public init(_ semaphore: VkSemaphore, value: UInt64? = nil) { (self.semaphore, self.value) = (semaphore, value) }

  init(_ semaphore: QueueSemaphore) { self.init(semaphore.handle, value: semaphore.value) }

  var onQueue: QueueSemaphore { QueueSemaphore(semaphore, value: value) }
}

/// A description of an image of the app's device: the image to read or to render to, and its state.
///
/// A value; creating one has no effect on the image. Pixels are read and written by copies, so the image requires
/// `VK_IMAGE_USAGE_TRANSFER_SRC_BIT` for reading and `VK_IMAGE_USAGE_TRANSFER_DST_BIT` for rendering. It must be
/// two-dimensional, with one sample; its colour aspect is used. If `usage` permits it, kernels read and write it
/// directly on devices where that is faster. The app must keep the image valid until every render that uses it has
/// completed.
///
/// Unchecked: handles are constants, and the other members are values.
public struct CIVulkanImage: @unchecked Sendable {
  /// The device of the image; only contexts on it can use the image.
  public let device: CIVulkanDevice
  /// The app's image.
  public let image: VkImage
  /// The format of the pixels.
  public let format: VkFormat
  /// The width of the mip level in pixels.
  public let width: Int
  /// The height of the mip level in pixels.
  public let height: Int
  /// The usage flags that the app passed to `vkCreateImage`, other than copies. With `VK_IMAGE_USAGE_SAMPLED_BIT`
  /// kernels may read the image, except for `…_SRGB` formats. With `VK_IMAGE_USAGE_STORAGE_BIT` they may write it if
  /// its format is `VK_FORMAT_R8G8B8A8_UNORM`, `VK_FORMAT_R16G16B16A16_SFLOAT` or `VK_FORMAT_R32G32B32A32_SFLOAT`.
  /// Copies only by default. The pixels do not depend on it.
  public var usage: VkImageUsageFlags = 0
  /// The mip level. 0 by default.
  public var mipLevel: UInt32 = 0
  /// The array layer. 0 by default.
  public var arrayLayer: UInt32 = 0
  /// The layout before the commands. `VK_IMAGE_LAYOUT_UNDEFINED` if the content is not needed, for images that are
  /// rendered to.
  public var layout: VkImageLayout
  /// The layout after the commands. Nil: the same layout, as always for images that are read.
  public var finalLayout: VkImageLayout?
  /// The pipeline stages of the app's previous and next use of the image. All commands by default.
  public var stage: VkPipelineStageFlags = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
  /// The memory accesses of these uses. All reads and writes by default.
  public var access: VkAccessFlags = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue
  /// The queue family that owns the image. Ownership is acquired from it and released to it; the app records the other
  /// half of both transfers. Nil by default: the family of the device's queue, or an image with shared ownership.
  public var queueFamilyIndex: UInt32?
  /// Whether the first row of texels is the bottom one. If false, it is the top one, as usual in Vulkan. False by
  /// default.
  public var isFlipped = false
  /// The alpha mode. Premultiplied by default; ignored for formats without alpha.
  public var alphaMode = CIRenderDestinationAlphaMode.premultiplied
  /// The semaphore to wait for before a context's submissions use the image; for images that are read, a timeline
  /// semaphore. For the app's own command buffers see `CIVulkanRecording.waits`. Nil by default.
  public var wait: CIVulkanSemaphore?
  /// The semaphore that a context's submission signals after rendering to the image. Nil by default.
  public var signal: CIVulkanSemaphore?
  /// An object that is retained until the last render that uses the image has completed, for apps whose images belong
  /// to an object. Nil by default.
  public var owner: (any AnyObject & Sendable)?
  /// Is called when the image may be drawn into, or destroyed, again: once for each `CIImage(vulkanImage:)`,
  /// destination and recording that was created from this value, after it, all recipes that read it and all of its
  /// renders are released; once for each image of a provider. Called on any thread; it must not use a context. Nil by
  /// default.
  public var release: (@Sendable () -> Void)?

  /// Creates a description of an image in a layout.
  ///
  /// - Parameter layout: before the commands.
  public init(
    device: CIVulkanDevice, image: VkImage, format: VkFormat, width: Int, height: Int, layout: VkImageLayout
  ) {
    (self.device, self.image, self.format) = (device, image, format)
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  /// The object that renders and recipes retain while they use the image.
  var use: (any AnyObject & Sendable)? { release.map { VulkanImageUse(owner, $0) } ?? owner }

  /// Returns the image for the engine.
  ///
  /// - Throws: `invalidArgument` for final layouts that are not valid.
  func onDevice() throws(RenderError) -> DeviceImage {
    let last = finalLayout ?? layout
    guard last != VK_IMAGE_LAYOUT_UNDEFINED, last != VK_IMAGE_LAYOUT_PREINITIALIZED else {
      throw .invalidArgument(
        "the layout \(last.rawValue) is not valid as the final layout of an image; set finalLayout")
    }
    return DeviceImage(
      image, format: format, usage: usage, mipLevel: mipLevel, arrayLayer: arrayLayer, layout: layout,
      finalLayout: last, stages: stage,
      access: access, queueFamily: queueFamilyIndex)
  }

  /// Checks the size.
  ///
  /// - Throws: `invalidArgument` for invalid sizes.
  func checkSize() throws(RenderError) {
    guard (1...UserRect.farthest).contains(width), (1...UserRect.farthest).contains(height) else {
      throw .invalidArgument(
        "each side of an image must be between 1 and \(UserRect.farthest) pixels (got \(width)x\(height))")
    }
  }
}

/// A use of an app's image, which calls `release` at its end.
private final class VulkanImageUse: Sendable {
  private let owner: (any AnyObject & Sendable)?
  private let release: @Sendable () -> Void

  init(_ owner: (any AnyObject & Sendable)?, _ release: @escaping @Sendable () -> Void) {
    (self.owner, self.release) = (owner, release)
  }

  deinit { release() }
}

extension CIVulkanImage {
  /// Returns the destination of pixels of a region of the image, y up as in recipes.
  ///
  /// - Parameter use: see `use`.
  func destination(for region: UserRect, _ use: (any AnyObject & Sendable)?) throws(RenderError) -> DeviceDestination {
    DeviceDestination(
      .image(try onDevice(), x: Int(region.min.x), y: height - Int(region.max.y)), wait: wait?.onQueue,
      signal: signal?.onQueue, owner: use)
  }

  /// Returns the image for commands that read its content before others render to it.
  ///
  /// - Throws: `invalidArgument` if its layout has no defined content; `unsupported` if another family owns the image,
  ///   since that half of the transfer would be recorded twice.
  func readBefore() throws(RenderError) -> DeviceImage {
    guard layout != VK_IMAGE_LAYOUT_UNDEFINED, layout != VK_IMAGE_LAYOUT_PREINITIALIZED else {
      throw .invalidArgument(
        "a blendKernel reads the content of the destination's image, which is undefined in the layout "
          + "\(layout.rawValue); set its current layout")
    }
    guard (queueFamilyIndex ?? device.queueFamilyIndex) == device.queueFamilyIndex else {
      throw .unsupported(
        "a blendKernel cannot read an image that another queue family owns; transfer it to the context's family first")
    }
    var image = try onDevice()
    image.finalLayout = layout
    return image
  }
}
