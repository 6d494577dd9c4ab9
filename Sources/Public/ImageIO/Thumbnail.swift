import Foundation
import ImageGraph

/// How a small image is made.
struct Thumbnail {
  /// Pixels of the longer side; nil: as many as the image has.
  let most: CGFloat?
  let isUpright: Bool

  /// - Throws: what reading and rendering throw.
  func pixels(of source: CGImageSource, _ index: Int) throws(RenderError) -> CGImage {
    var image = try source.image(index)
    let longer = max(image.extent.width, image.extent.height)
    let depth = CoreImage.number(from: image.properties[kCGImagePropertyDepth]) ?? 8
    // JPEG is decoded at a half and so on faster; twice what is wanted is still averaged.
    if let most, let factor = [8, 4, 2].first(where: { longer / CGFloat($0) >= 2 * most }) {
      image = try source.image(index, [.subsampleFactor: factor])
    }
    let space = image.colorSpace.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpace(.sRGB)
    var small = image.reduced(to: most)
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

/// Renders what is reduced, and what is written.
let renderer = CIContext(options: [.name: "ImageIO", .cacheIntermediates: false])

extension CIImage {
  /// The image with its longer side reduced to a number of whole pixels, by means of light, lower left corner at the
  /// origin; never enlarged.
  func reduced(to most: CGFloat?) -> CIImage {
    let longer = max(extent.width, extent.height)
    guard let most, longer > most, !extent.isInfinite else { return self }
    let area = CGRect(
      x: 0, y: 0, width: max(1, (extent.width * most / longer).rounded()),
      height: max(1, (extent.height * most / longer).rounded()))
    let map = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
      .concatenating(CGAffineTransform(scaleX: area.width / extent.width, y: area.height / extent.height))
    return clampedToExtent().transformed(by: map, highQualityDownsample: true).cropped(to: area)
  }
}
