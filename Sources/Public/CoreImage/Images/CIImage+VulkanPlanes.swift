import CVulkan
import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import VulkanEngine

extension CIImage {
  /// The image in planes that are images of the app's Vulkan device, one image a plane, as decoders leave them. Its
  /// lower left corner is the origin.
  ///
  /// The images are held as in ``init(vulkanImage:options:)``, and their numbers mean what those of a pixel buffer with
  /// the same format and attachments do: see ``init(cvPixelBuffer:options:)``.
  ///
  /// - Parameters:
  ///   - vulkanPlanes: in the order of the format, of the components that its planes have: `R8` and `R8G8` for
  ///     `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange`, `R16` and `R16G16` for its ten bits. The first one has the
  ///     image's size, those of chroma are as wide and high as the format has them, odd sizes rounded up.
  ///   - pixelFormat: of the planes together, with Y′CbCr in two or three of them.
  ///   - attachments: keys and values as a buffer's: matrix, primaries, curve, place of chroma.
  ///   - options: as for ``init(cvPixelBuffer:options:)``.
  /// - Throws: `unsupported` for formats that have no such planes; `invalidArgument` for images that are not those of
  ///   the format, by their number, format, size or device, and as `init(checked:options:)` does.
  public convenience init(
    vulkanPlanes images: [CIVulkanImage], pixelFormat: OSType, attachments: CFDictionary? = nil,
    options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    guard let first = images.first, images.allSatisfy({ $0.device === first.device }) else {
      throw .invalidArgument("planes of one image are images of one device, and there is at least one")
    }
    for image in images { try image.checkSize() }
    let read = try ReadOptions(options).checked()
    let buffer = try CVPixelBuffer.describing(first.width, first.height, pixelFormat, attachments)
    guard buffer.layout.isYCbCr, buffer.layout.isPlanar else {
      throw .unsupported("pixels of the format \(buffer.formatName) are no planes; give one image as vulkanImage")
    }
    guard images.count == buffer.layout.planes.count else {
      throw .invalidArgument(
        "pixels of the format \(buffer.formatName) lie in \(buffer.layout.planes.count) planes, not \(images.count)")
    }
    let (described, space) = try buffer.recipe(read)
    // The buffer only says what is what: where it would be read stand the images.
    let stored = try described.rewritten { node throws(RenderError) -> Node in
      guard case .source(let source) = node.op, let plane = source.origin?.plane else { return node }
      return try images[plane].plane(like: source)
    }
    self.init(
      read.appliesCleanAperture ? stored.cropped(to: UserRect(CVImageBufferGetCleanRect(buffer))) : stored, in: space,
      read)
  }
}

extension CVBuffer {
  /// A buffer that nobody writes: it knows how planes lie, and what their numbers mean. Memory that is not touched is
  /// none.
  fileprivate static func describing(
    _ width: Int, _ height: Int, _ format: OSType, _ attachments: CFDictionary?
  ) throws(RenderError) -> CVPixelBuffer {
    do throws(CVError) {
      let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
      if let attachments { CVBufferSetAttachments(buffer, attachments, .shouldPropagate) }
      return buffer
    } catch {
      throw .unsupported("no image of \(width)x\(height) pixels lies in such planes: \(error)")
    }
  }
}

extension CIVulkanImage {
  /// The image as a plane, in the place of one in the host's memory.
  ///
  /// - Throws: `invalidArgument` for what that is not.
  fileprivate func plane(like source: Source) throws(RenderError) -> Node {
    guard try format.readPixels() == source.format, width == source.width, height == source.height else {
      throw .invalidArgument(
        "a plane of \(source.width)x\(source.height) pixels as \(source.format.rawValue) is wanted, and VkFormat "
          + "\(format.rawValue) of \(width)x\(height) is given")
    }
    let resident = try residentImage()
    let plane = Node.source(
      Source(
        resident: resident, width: width, height: height, format: source.format, colorSpace: source.colorSpace,
        alpha: source.alpha, label: "VkImage"))
    return isFlipped ? plane.upsideDown(height: height) : plane
  }
}
