import Foundation
import ImageGraph

/// The parameters of a thumbnail.
struct Thumbnail {
  /// The length of the longer side in pixels; nil: that of the image.
  let maximum: CGFloat?
  let isUpright: Bool

  /// - Throws: the errors of reading and rendering.
  func pixels(of source: CGImageSource, _ index: Int) throws(RenderError) -> CGImage {
    var image = try source.image(index)
    let longer = max(image.extent.width, image.extent.height)
    let depth = CoreImage.number(from: image.properties[kCGImagePropertyDepth]) ?? 8
    // Decoding JPEG at a half and so on is faster; the result is at least twice the target size, and is then averaged.
    if let maximum, let factor = [8, 4, 2].first(where: { longer / CGFloat($0) >= 2 * maximum }) {
      image = try source.image(index, [.subsampleFactor: factor])
    }
    let space = image.colorSpace.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpace(.sRGB)
    var small = image.reduced(to: maximum)
    if isUpright { small = small.oriented(forExifOrientation: orientation(of: image)) }
    let format: CIFormat =
      depth > 8 ? (image.isOpaque ? .RGBX16 : .RGBA16) : image.isOpaque ? .RGBX8 : .RGBA8
    guard let pixels = renderer.createCGImage(small, from: small.extent, format: format, colorSpace: space) else {
      throw .image("the image could not be rendered")
    }
    return pixels
  }

  private func orientation(of image: CIImage) -> Int32 {
    let stated = CoreImage.number(from: image.properties[kCGImagePropertyOrientation])
    return stated.flatMap { Int32(exactly: $0) } ?? 1
  }
}

/// The context that renders reduced images and files.
let renderer = CIContext(options: [.name: "ImageIO", .cacheIntermediates: false])

extension CIImage {
  /// Returns the image with its longer side reduced to a number of whole pixels, averaged in linear light, with the
  /// lower left corner at the origin; never enlarged.
  func reduced(to maximum: CGFloat?) -> CIImage {
    let longer = max(extent.width, extent.height)
    guard let maximum, longer > maximum, !extent.isInfinite else { return self }
    let area = CGRect(
      x: 0, y: 0, width: max(1, (extent.width * maximum / longer).rounded()),
      height: max(1, (extent.height * maximum / longer).rounded()))
    let map = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
      .concatenating(CGAffineTransform(scaleX: area.width / extent.width, y: area.height / extent.height))
    return clampedToExtent().transformed(by: map, highQualityDownsample: true).cropped(to: area)
  }
}
