import CoreGraphics
import Foundation
import ImageGraph

/// A bitmap that a recipe reads: pixels, rows top first without padding, and their colour space and alpha state.
struct ArchivedBitmap: Codable {
  let source: Source

  private enum CodingKeys: CodingKey { case width, height, format, space, grey, alpha, label, pixels }

  init(_ source: Source) { self.source = source }

  func encode(to encoder: any Encoder) throws {
    let pixels = try source.pixels()
    let rowBytes = source.width * source.format.bytesPerPixel
    var bytes = Data(capacity: rowBytes * source.height)
    for row in 0..<source.height { bytes.append(Data(bytes: pixels.row(row), count: rowBytes)) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(source.width, forKey: .width)
    try container.encode(source.height, forKey: .height)
    try container.encode(source.format.rawValue, forKey: .format)
    try container.encodeIfPresent(source.colorSpace.map { ArchivedSpace(CGColorSpace($0)) }, forKey: .space)
    try container.encode(source.alpha.rawValue, forKey: .alpha)
    try container.encode(source.label, forKey: .label)
    try container.encode(bytes, forKey: .pixels)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let space = try container.decodeIfPresent(ArchivedSpace.self, forKey: .space)?.space.space
    let (width, height) = (
      try container.decode(Int.self, forKey: .width), try container.decode(Int.self, forKey: .height)
    )
    let bytes = try container.decode(Data.self, forKey: .pixels)
    guard let format = PixelFormat(rawValue: try container.decode(String.self, forKey: .format)),
      let alpha = AlphaState(rawValue: try container.decode(String.self, forKey: .alpha)),
      width > 0, height > 0, width.times(format.bytesPerPixel).times(height) == bytes.count
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .pixels, in: container,
        debugDescription: "\(bytes.count) bytes are not the size of a bitmap of \(width)x\(height) pixels")
    }
    let pixels = try PixelBuffer(
      copying: bytes, width: width, height: height, format: format, rowBytes: width * format.bytesPerPixel)
    source = Source(
      pixels, colorSpace: format.isGrey ? space : space?.asRGB, alpha: alpha,
      label: try container.decode(String.self, forKey: .label))
  }
}
