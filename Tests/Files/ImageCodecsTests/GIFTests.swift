import Foundation
import ImageCodecs
import Testing

@Suite struct GIFTests {
  /// A GIF of 2 x 2 pixels with the colours black, red, green, blue, whose indices are stored without compression: a
  /// clear code before each pair of indices.
  private func file(
    screen: (Int, Int) = (2, 2), left: Int = 0, top: Int = 0, transparent: UInt8? = nil, isInterlaced: Bool = false,
    indices: [UInt8] = [1, 2, 3, 0], height: Int = 2, frames: Int = 1
  ) -> Data {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
    var bytes = Array("GIF89a".utf8) + short(screen.0) + short(screen.1) + [0x81, 0, 0]
    bytes += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    for _ in 0..<frames {
      if let transparent { bytes += [0x21, 0xf9, 4, 1, 0, 0, transparent, 0] }
      bytes += [0x2c] + short(left) + short(top) + short(2) + short(height) + [isInterlaced ? 0x40 : 0]
      bytes += [2] + codes(indices) + [0]
    }
    return Data(bytes + [0x3b])
  }

  /// Codes of three bits: 4 clears the table, 5 is the end. One index follows each clear code, so that no string is
  /// used.
  private func codes(_ indices: [UInt8]) -> [UInt8] {
    var (bits, count, bytes): (UInt32, UInt32, [UInt8]) = (0, 0, [])
    let codes: [UInt8] = indices.flatMap { index -> [UInt8] in [4, index] }
    for code in codes + [5] {
      bits |= UInt32(code) << count
      count += 3
      while count >= 8 {
        bytes.append(UInt8(bits & 255))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    if count > 0 { bytes.append(UInt8(bits & 255)) }
    return [UInt8(bytes.count)] + bytes
  }

  private let red: [UInt8] = [255, 0, 0, 255]
  private let green: [UInt8] = [0, 255, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]
  private let black: [UInt8] = [0, 0, 0, 255]
  private let clear: [UInt8] = [0, 0, 0, 0]

  @Test func theFirstFrameIsRead() throws {
    let image = try decode(file(frames: 3))
    #expect(image.header.format == .gif && image.header.kind == .rgb && image.header.frameCount == 3)
    #expect(image.header.imageCount == 1 && !image.header.isTagged)
    #expect(image.tightBytes == red + green + blue + black)
  }

  @Test func theTransparentColourIsClear() throws {
    let image = try decode(file(transparent: 2))
    #expect(image.header.kind == .rgba)
    #expect(image.tightBytes == red + clear + blue + black)
  }

  @Test func aFrameMayBeSmallerOrLargerThanTheScreen() throws {
    let small = try decode(file(screen: (4, 3), left: 1, top: 1))
    #expect(small.header.width == 4 && small.header.height == 3 && small.header.kind == .rgba)
    let row = clear + clear + clear + clear
    #expect(small.tightBytes == row + clear + red + green + clear + clear + blue + black + clear)
    let large = try decode(file(screen: (2, 1), left: 1))
    #expect(large.tightBytes == clear + red)
  }

  /// Rows 0, 8 ...; 4, 12 ...; 2, 6 ...; 1, 3 ...
  @Test func interlacedRowsAreInTheirOrder() throws {
    // Row 0, row 2, then rows 1 and 3.
    let image = try decode(
      file(screen: (2, 4), isInterlaced: true, indices: [1, 1, 2, 2, 3, 3, 0, 0], height: 4))
    #expect(image.tightBytes == red + red + blue + blue + green + green + black + black)
  }

  @Test(arguments: [1, 6, 100])
  func filesOfImageMagickAreRead(size: Int) throws {
    let sample = Sample.smooth()
    let file = try ImageMagick.file(sample, ["-alpha", "off", "-colors", "\(2 * size)"], as: "gif")
    #expect(try decode(file).tightBytes == ImageMagick.pixels(of: file))
  }

  @Test func malformedFilesAreErrors() {
    var noColors = [UInt8](file())
    noColors[10] = 0
    noColors.removeSubrange(13..<25)
    #expect { try decode(Data(noColors)) } throws: { "\($0)".contains("no table of colours") }
    #expect { try decode(file(indices: [1, 2])) } throws: { "\($0)".contains("only 1 of 2 rows") }
    #expect { try decode(file(height: 0)) } throws: { "\($0)".contains("2 x 0 pixels") }
    let empty = [UInt8](file().prefix(25)) + [0x3b]
    #expect { try decode(Data(empty)) } throws: { "\($0)".contains("no image") }
    var size = [UInt8](file())
    size[35] = 12
    #expect { try decode(Data(size)) } throws: { "\($0)".contains("between 1 and 8 (got 12)") }
    for count in 6..<file().count - 2 {
      #expect(throws: CodecError.self, "\(count)") { try decode(file().prefix(count)) }
    }
  }

  @Test func aFewBytesCannotClaimGigapixels() {
    #expect { try decode(file(screen: (65535, 65535))) } throws: { error in
      if case .limit = error as? CodecError { true } else { false }
    }
    #expect { try decode(file(screen: (2, 65535), indices: [1, 2], height: 65535)) } throws: { $0 is CodecError }
  }
}
