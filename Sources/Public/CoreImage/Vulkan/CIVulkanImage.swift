import CVulkan
import ImageGraph
import VulkanEngine

/// A semaphore of the app's device, and what of it counts.
///
/// Unchecked: the handle never changes.
public struct CIVulkanSemaphore: @unchecked Sendable {
  /// The app's semaphore; it has to stay until what waits for it or signals it is done.
  public var semaphore: VkSemaphore
  /// The value of a timeline semaphore; nil for a binary one.
  public var value: UInt64?

  /// A semaphore, and of a timeline the value that is waited for or reached.
  public init(_ semaphore: VkSemaphore, value: UInt64? = nil) { (self.semaphore, self.value) = (semaphore, value) }

  init(_ semaphore: QueueSemaphore) { self.init(semaphore.handle, value: semaphore.value) }

  var onQueue: QueueSemaphore { QueueSemaphore(semaphore, value: value) }
}

/// An image of the app's device: what to read from, or to render to, and in which state it is handed over.
///
/// A value that describes; making one touches nothing. Pixels are read and written by copies, so the image needs
/// `VK_IMAGE_USAGE_TRANSFER_SRC_BIT` to be read and `VK_IMAGE_USAGE_TRANSFER_DST_BIT` to be rendered to:
/// two-dimensional, of one sample, its colour aspect. Where `usage` says that kernels may, they read and write it
/// themselves on devices on which that is faster. The app keeps the image until every render that uses it is done.
///
/// Unchecked: handles never change, and the rest are values.
public struct CIVulkanImage: @unchecked Sendable {
  /// The device that the image is of; only contexts on it can use the image.
  public let device: CIVulkanDevice
  /// The app's image.
  public let image: VkImage
  /// How its pixels lie.
  public let format: VkFormat
  /// Pixels in columns, of the mip level.
  public let width: Int
  /// Pixels in rows, of the mip level.
  public let height: Int
  /// What the image was made for, as `vkCreateImage` was told, in addition to copies: with `VK_IMAGE_USAGE_SAMPLED_BIT`
  /// kernels may read it, but for `…_SRGB` formats, with `VK_IMAGE_USAGE_STORAGE_BIT` they may write it where its
  /// format is `VK_FORMAT_R8G8B8A8_UNORM`, `VK_FORMAT_R16G16B16A16_SFLOAT` or `VK_FORMAT_R32G32B32A32_SFLOAT`. Nothing
  /// more than copies at first. Pixels are the same either way.
  public var usage: VkImageUsageFlags = 0
  /// The mip level that is used. 0 at first.
  public var mipLevel: UInt32 = 0
  /// The layer of an array that is used. 0 at first.
  public var arrayLayer: UInt32 = 0
  /// The layout in which commands find the image. `VK_IMAGE_LAYOUT_UNDEFINED` where nothing of what it shows counts:
  /// for images that are rendered to.
  public var layout: VkImageLayout
  /// The layout in which commands leave it; nil: as they found it, which images that are read always are.
  public var finalLayout: VkImageLayout?
  /// The stages in which the app used the image before, and will use it next. All commands at first.
  public var stage: VkPipelineStageFlags = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
  /// How the app accessed it before, and will next. Reading and writing of every kind at first.
  public var access: VkAccessFlags = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue
  /// The queue family that owns it; it is taken over from there, and given back: the app records the other half of both
  /// transfers. Nil at first: the family of the device's queue, or an image that all share.
  public var queueFamilyIndex: UInt32?
  /// False where the first row of texels is the top one, as Vulkan has it; true where it is the bottom one. False at
  /// first.
  public var isFlipped = false
  /// What alpha means. Premultiplied at first; it does not count for formats without.
  public var alphaMode = CIRenderDestinationAlphaMode.premultiplied
  /// What has to be reached before the image is used, in submissions of a context; of images that are read a timeline
  /// semaphore. In the app's own command buffers see `CIVulkanRecording.waits`. Nil at first.
  public var wait: CIVulkanSemaphore?
  /// What is reached when a context has rendered to the image by a submission of its own. Nil at first.
  public var signal: CIVulkanSemaphore?
  /// Kept until the last render that uses the image is done: for apps whose images end with an object. Nil at first.
  public var owner: (any AnyObject & Sendable)?
  /// Called when the image may be drawn into, or destroyed, again: once for each `CIImage(vulkanImage:)`, destination
  /// and recording that was made of this value, when it, all recipes that read it and all of its renders are gone; once
  /// for each answer of an image provider. On any thread; it must not use a context. Nil at first.
  public var release: (@Sendable () -> Void)?

  /// An image in a layout.
  ///
  /// - Parameter layout: in which commands find it.
  public init(
    device: CIVulkanDevice, image: VkImage, format: VkFormat, width: Int, height: Int, layout: VkImageLayout
  ) {
    (self.device, self.image, self.format) = (device, image, format)
    (self.width, self.height, self.layout) = (width, height, layout)
  }

  /// Held by whatever uses the image, until that is done.
  var use: (any AnyObject & Sendable)? { release.map { VulkanImageUse(owner, $0) } ?? owner }

  /// - Throws: `invalidArgument` for layouts that an image cannot be left in.
  func onDevice() throws(RenderError) -> DeviceImage {
    let last = finalLayout ?? layout
    guard last != VK_IMAGE_LAYOUT_UNDEFINED, last != VK_IMAGE_LAYOUT_PREINITIALIZED else {
      throw .invalidArgument("an image cannot be left in the layout \(last.rawValue); set finalLayout")
    }
    return DeviceImage(
      image, format: format, usage: usage, mipLevel: mipLevel, arrayLayer: arrayLayer, layout: layout,
      finalLayout: last, stages: stage,
      access: access, queueFamily: queueFamilyIndex)
  }

  /// - Throws: `invalidArgument` for sizes that no image has.
  func checkSize() throws(RenderError) {
    guard (1...UserRect.farthest).contains(width), (1...UserRect.farthest).contains(height) else {
      throw .invalidArgument("an image of \(width)x\(height) pixels; give the size of the mip level")
    }
  }
}

/// One use of an app's image, which says so when it ends.
private final class VulkanImageUse: Sendable {
  private let owner: (any AnyObject & Sendable)?
  private let release: @Sendable () -> Void

  init(_ owner: (any AnyObject & Sendable)?, _ release: @escaping @Sendable () -> Void) {
    (self.owner, self.release) = (owner, release)
  }

  deinit { release() }
}

extension CIVulkanImage {
  /// Where pixels of a region of the image go, y up as recipes have it.
  ///
  /// - Parameter use: see `use`.
  func destination(for region: UserRect, _ use: (any AnyObject & Sendable)?) throws(RenderError) -> DeviceDestination {
    DeviceDestination(
      .image(try onDevice(), x: Int(region.min.x), y: height - Int(region.max.y)), wait: wait?.onQueue,
      signal: signal?.onQueue, owner: use)
  }

  /// The image as commands find it that read what it shows before others render to it.
  ///
  /// - Throws: `invalidArgument` where nothing of that counts; `unsupported` where another family owns the image, whose
  ///   half of the transfer would have to be recorded twice.
  func readBefore() throws(RenderError) -> DeviceImage {
    guard layout != VK_IMAGE_LAYOUT_UNDEFINED, layout != VK_IMAGE_LAYOUT_PREINITIALIZED else {
      throw .invalidArgument(
        "a blendKernel reads what the destination's image shows, and nothing of that counts in the layout "
          + "\(layout.rawValue); give the layout that it is in")
    }
    guard (queueFamilyIndex ?? device.queueFamilyIndex) == device.queueFamilyIndex else {
      throw .unsupported(
        "a blendKernel for an image that another queue family owns; transfer it to the context's before")
    }
    var image = try onDevice()
    image.finalLayout = layout
    return image
  }
}
