import CVulkan
import Foundation
import ImageColor
import ImageGraph
import VulkanEngine

extension CIImage {
  /// The image in an image of the app's Vulkan device; its lower left corner is the origin.
  ///
  /// The image is held as it was described, not its pixels: each render copies the part that it needs, in the commands
  /// of the render, finds the image in `layout` and leaves it so. Only contexts on the image's device render it. The
  /// first row of texels is the top one unless the image `isFlipped`. Of formats without them green and blue are 0 and
  /// alpha is 1. Formats that cannot be read give the empty image and a line in the log.
  ///
  /// - Parameter options: as for `init(cgImage:options:)`. Colours are in the space of `colorSpace`, else in sRGB (the
  ///   curve of `…_SRGB` formats is that space's), for floats in extended linear sRGB; with NSNull the numbers are
  ///   taken as the working space's.
  public convenience init(vulkanImage image: CIVulkanImage, options: [CIImageOption: Any]? = nil) {
    let read = ReadOptions(options).noted(in: .process, by: "CIImage(vulkanImage:)")
    do throws(RenderError) {
      try self.init(image, read)
    } catch {
      RenderLog.process.note("CIImage(vulkanImage:): \(error)")
      self.init(node: .empty)
    }
  }

  /// `init(vulkanImage:options:)` that says why there is no image.
  ///
  /// - Throws: `unsupported` for formats that cannot be read; `invalidArgument` for sizes, layouts and semaphores that
  ///   make no sense, and for what is wrong with options.
  public convenience init(
    checked vulkanImage: CIVulkanImage, options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    try self.init(vulkanImage, try ReadOptions(options).checked())
  }

  private convenience init(_ image: CIVulkanImage, _ options: ReadOptions) throws(RenderError) {
    if let auxiliary = options.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    let format = try image.format.readPixels()
    try image.checkSize()
    let space = options.space(else: format.usualSpaceOfImages)
    let resident = try image.residentImage()
    let source = Source(
      resident: resident, width: image.width, height: image.height, format: format, colorSpace: space?.withColors,
      alpha: format.isOpaque ? .opaque : image.alphaMode.state, label: "VkImage")
    let stored = Node.source(source)
    self.init(image.isFlipped ? stored.upsideDown(height: image.height) : stored, in: space, options)
  }
}

extension CIVulkanImage {
  /// The image for recipes to read.
  ///
  /// - Throws: `invalidArgument` for layouts and semaphores that make no sense.
  func residentImage() throws(RenderError) -> ResidentImage {
    guard finalLayout == nil || finalLayout == layout else {
      throw .invalidArgument("an image that is read stays in its layout; leave finalLayout out")
    }
    if let wait, wait.value == nil {
      throw .invalidArgument(
        "an image may be read by several renders, which a binary semaphore cannot tell; use a timeline")
    }
    return ResidentImage(try onDevice(), on: device.adopted, wait: wait?.onQueue, owner: use)
  }
}
