import CoreGraphics
import Foundation
import ImageGraph

/// Images in memory by Core Image's formats.
extension CGImage {
  /// A copy of the bytes, whose components are in the machine's byte order.
  ///
  /// - Parameters:
  ///   - format: what the bytes are; one of the formats that `CIContext` renders to.
  ///   - colorSpace: nil when the values need no conversion.
  ///   - isPremultiplied: whether the colours have been multiplied with alpha.
  /// - Returns: nil when there are too few bytes, or the format is not one that pixels can be stored in.
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

  /// How the pixels are stored.
  public var format: CIFormat { CIFormat(pixels.format) }
}
