import CVulkan
import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import PixelFormats
import VulkanEngine

extension CIImage {
  /// Creates an image of planes that are images of the app's Vulkan device, one image per plane, as video decoders
  /// output them. Its lower left corner is the origin.
  ///
  /// The images are retained as in ``init(vulkanImage:options:)``. Their samples are interpreted as those of a pixel
  /// buffer with the same format and attachments; see ``init(cvPixelBuffer:options:)``.
  ///
  /// - Parameters:
  ///   - vulkanPlanes: in the order of the format, with the components of its planes: `R8` and `R8G8` for
  ///     `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange`, `R16` and `R16G16` for the ten-bit format. The first one
  ///     has the image's size. Chroma planes have the format's size, with odd sizes rounded up.
  ///   - pixelFormat: of the planes together, Y′CbCr in two or three planes.
  ///   - attachments: keys and values as those of a buffer: matrix, primaries, transfer function, chroma siting.
  ///   - options: as for ``init(cvPixelBuffer:options:)``.
  /// - Throws: `unsupported` for formats without such planes; `invalidArgument` for images that do not match the format
  ///   in number, format, size or device, and as `init(checked:options:)` does.
  public convenience init(
    vulkanPlanes images: [CIVulkanImage], pixelFormat: OSType, attachments: CFDictionary? = nil,
    options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    guard let first = images.first, images.allSatisfy({ $0.device === first.device }) else {
      throw .invalidArgument("the planes of an image must be one or more images of the same device")
    }
    for image in images { try image.checkSize() }
    let read = try ReadOptions(options).checked()
    let buffer = try CVPixelBuffer.describing(first.width, first.height, pixelFormat, attachments)
    guard buffer.layout.isYCbCr, buffer.layout.isPlanar else {
      throw .unsupported("pixels of the format \(buffer.formatName) have no planes; pass one image as vulkanImage")
    }
    guard images.count == buffer.layout.planes.count else {
      throw .invalidArgument(
        "pixels of the format \(buffer.formatName) need \(buffer.layout.planes.count) planes (got \(images.count))")
    }
    let (described, space) = try buffer.recipe(read)
    // The buffer describes the planes; the images replace it as the source.
    let stored = try described.rewritten { node throws(RenderError) -> Node in
      guard case .source(let source) = node.op, let planes = source.planes else { return node }
      return try images.planes(of: source, planes)
    }
    self.init(
      read.appliesCleanAperture ? stored.cropped(to: UserRect(CVImageBufferGetCleanRect(buffer))) : stored, in: space,
      read)
  }
}

extension CVBuffer {
  /// Creates a buffer that describes the layout of planes and the meaning of their samples. Its memory is never
  /// touched, so it is not committed.
  fileprivate static func describing(
    _ width: Int, _ height: Int, _ format: OSType, _ attachments: CFDictionary?
  ) throws(RenderError) -> CVPixelBuffer {
    do throws(CVError) {
      let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
      if let attachments { CVBufferSetAttachments(buffer, attachments, .shouldPropagate) }
      return buffer
    } catch {
      throw .unsupported("an image of \(width)x\(height) pixels cannot be stored in such planes: \(error)")
    }
  }
}

extension [CIVulkanImage] {
  /// Returns the images as the planes of a source that replaces one in host memory.
  ///
  /// - Throws: `invalidArgument` if a format or size differs, or if only some of the images are flipped.
  fileprivate func planes(of source: Source, _ planes: YCbCrPlanes) throws(RenderError) -> Node {
    for (image, shape) in zip(self, planes.layout.planes) {
      let (columns, rows) = (shape.groups(ofWidth: source.width), shape.rows(ofHeight: source.height))
      guard let format = planes.format(of: shape), try image.format.readPixels() == format, image.width == columns,
        image.height == rows
      else {
        throw .invalidArgument(
          "a plane must have \(columns)x\(rows) pixels as \(planes.format(of: shape)?.rawValue ?? "samples") (got "
            + "\(image.width)x\(image.height) pixels as VkFormat \(image.format.rawValue))")
      }
    }
    guard allSatisfy({ $0.isFlipped == self[0].isFlipped }) else {
      throw .invalidArgument("the planes of an image must all be flipped, or none of them")
    }
    var stored: [ResidentImage] = []
    for image in self { stored.append(try image.residentImage()) }
    var planes = planes
    // The first stored row is then the lowest one.
    if self[0].isFlipped { planes.site = planes.site.upsideDown }
    let image = Node.source(
      Source(
        ResidentImage(planes: stored), width: source.width, height: source.height, format: planes.format,
        planes: planes, colorSpace: nil, alpha: .opaque, label: "VkImage"))
    return self[0].isFlipped ? image.upsideDown(height: source.height) : image
  }
}
