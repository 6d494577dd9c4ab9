import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers

/// A small image in which adjacent bytes differ, and its encodings.
struct Sample {
  let width: Int
  let height: Int
  let layout: ComponentLayout
  let bytes: [UInt8]

  init(width: Int = 37, height: Int = 23, layout: ComponentLayout, seed: UInt64 = 1) {
    (self.width, self.height, self.layout) = (width, height, layout)
    var random = SplitMix(seed: seed)
    bytes = (0..<width * height * layout.bytesPerPixel).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// An image of slow changes, as in photographs.
  static func smooth(width: Int = 64, height: Int = 48) -> Sample {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x + y) * 255 / (width + height)), 255]
      }
    }
    return Sample(width: width, height: height, layout: .rgba8, bytes: bytes)
  }

  init(width: Int, height: Int, layout: ComponentLayout, bytes: [UInt8]) {
    (self.width, self.height, self.layout, self.bytes) = (width, height, layout, bytes)
  }

  func view<Result>(_ body: (PixelView) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(PixelView($0.baseAddress!, width: width, height: height, layout: layout)) }
  }

  func png(_ space: ColorSpace? = .sRGB, _ options: PNGOptions = PNGOptions()) throws -> Data {
    try view { try encodeImage($0, colorSpace: space, as: options) }
  }

  func jpeg(_ space: ColorSpace? = .sRGB, _ options: JPEGOptions = JPEGOptions()) throws -> Data {
    try view { try encodeImage($0, colorSpace: space, as: options) }
  }

  func tiff(_ space: ColorSpace? = .sRGB, _ options: TIFFOptions = TIFFOptions()) throws -> Data {
    try view { try encodeImage($0, colorSpace: space, as: options) }
  }

  func webp(_ space: ColorSpace? = .sRGB, _ options: WebPOptions = WebPOptions()) throws -> Data {
    try view { try encodeImage($0, colorSpace: space, as: options) }
  }

  /// The pixels in the decoder's form: four components, rows without padding.
  var expanded: [UInt8] {
    let component = layout.bits / 8
    let full: [UInt8] =
      switch layout {
      case .greyHalf: [0x00, 0x3c]
      case .greyFloat: [0x00, 0x00, 0x80, 0x3f]
      default: [UInt8](repeating: 255, count: component)
      }
    return stride(from: 0, to: bytes.count, by: layout.bytesPerPixel).flatMap { start -> [UInt8] in
      let pixel = Array(bytes[start..<start + layout.bytesPerPixel])
      switch layout.channels {
      case 1: return pixel + pixel + pixel + full
      case 3: return pixel + full
      default: return pixel
      }
    }
  }
}

extension DecodedImage {
  /// RGBA rows without padding.
  var tightBytes: [UInt8] {
    (0..<header.height).flatMap { y in
      [UInt8](UnsafeRawBufferPointer(start: pixels.row(y), count: header.width * header.decodedBytesPerPixel))
    }
  }
}

/// A folder that is deleted at the end of the value's scope.
struct TemporaryFolder: ~Copyable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("codecs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
