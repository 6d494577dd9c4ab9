import CVulkan
import Foundation
import ImageColor
import ImageGraph
import VulkanEngine

extension CIImage {
  /// Creates an image of an image of the app's Vulkan device; its lower left corner is the origin.
  ///
  /// The image retains the description, not the pixels: each render copies the region that it needs within its own
  /// commands, and expects and leaves the Vulkan image in `layout`. Only contexts on the image's device can render it.
  /// The first row of texels is the top one unless the image `isFlipped`. Green and blue are 0 and alpha is 1 if the
  /// format does not have them. Unsupported formats give the empty image and are logged.
  ///
  /// - Parameter options: as for `init(cgImage:options:)`. Colours are in the space of `colorSpace`, else in sRGB
  ///   (including its transfer function for `…_SRGB` formats), for floats in extended linear sRGB. If it is NSNull,
  ///   components are treated as those of the working space.
  public convenience init(vulkanImage image: CIVulkanImage, options: [CIImageOption: Any]? = nil) {
    let read = ReadOptions(options).noted(in: .process, by: "CIImage(vulkanImage:)")
    do throws(RenderError) {
      try self.init(image, read)
    } catch {
      RenderLog.process.note("CIImage(vulkanImage:): \(error)")
      self.init(node: .empty)
    }
  }

  /// Creates an image of a Vulkan image as `init(vulkanImage:options:)` does, and throws on failure.
  ///
  /// - Throws: `unsupported` for formats that cannot be read; `invalidArgument` for invalid sizes, layouts, semaphores
  ///   and options.
  public convenience init(
    checked vulkanImage: CIVulkanImage, options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    try self.init(vulkanImage, try ReadOptions(options).checked())
  }

  private convenience init(_ image: CIVulkanImage, _ options: ReadOptions) throws(RenderError) {
    if let auxiliary = options.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    let format = try image.format.readPixels()
    try image.checkSize()
    let space = options.space(else: format.defaultImageSpace)
    let resident = try image.residentImage()
    let source = Source(
      resident, width: image.width, height: image.height, format: format, colorSpace: space?.asRGB,
      alpha: format.isOpaque ? .opaque : image.alphaMode.state, label: "VkImage")
    let stored = Node.source(source)
    self.init(image.isFlipped ? stored.upsideDown(height: image.height) : stored, in: space, options)
  }
}

extension CIVulkanImage {
  /// Returns the image as a source of recipes.
  ///
  /// - Throws: `invalidArgument` for invalid layouts and semaphores.
  func residentImage() throws(RenderError) -> ResidentImage {
    guard finalLayout == nil || finalLayout == layout else {
      throw .invalidArgument("an image that is read must stay in its layout; set finalLayout to nil")
    }
    if let wait, wait.value == nil {
      throw .invalidArgument(
        "an image may be read by several renders, but a binary semaphore can be waited for once; use a timeline "
          + "semaphore"
      )
    }
    return ResidentImage(try onDevice(), on: device.adopted, wait: wait?.onQueue, owner: use)
  }
}
