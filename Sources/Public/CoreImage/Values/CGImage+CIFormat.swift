import CoreGraphics
import Foundation
import ImageGraph

/// Bitmaps in Core Image's formats.
extension CGImage {
  /// Creates an image of a copy of the bytes, whose components are in native byte order.
  ///
  /// - Parameters:
  ///   - format: the storage format, one of those that `CIContext` renders to.
  ///   - colorSpace: nil if the values need no conversion.
  ///   - isPremultiplied: whether colours are multiplied with alpha.
  /// - Returns: nil if there are too few bytes, or the format cannot store pixels.
  public convenience init?(
    width: Int, height: Int, bytesPerRow: Int, format: CIFormat, colorSpace: CGColorSpace?,
    isPremultiplied: Bool = true, data: Data
  ) {
    guard let pixelFormat = format.pixelFormat,
      let pixels = try? PixelBuffer(
        copying: data, width: width, height: height, format: pixelFormat, rowBytes: bytesPerRow)
    else { return nil }
    self.init(pixels, space: colorSpace?.space, alpha: isPremultiplied ? .premultiplied : .straight)
  }

  /// The storage format of the pixels.
  public var format: CIFormat { CIFormat(pixels.format) }
}
