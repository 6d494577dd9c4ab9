import Foundation
import ImageCodecs
import Testing

@Suite struct BMPTests {
  private func long(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

  /// A file with a header of 40 bytes.
  private func file(
    width: Int, height: Int, bits: UInt8, compression: Int = 0, after: [UInt8] = [], pixels: [UInt8],
    pixelsPerMetre: Int = 0
  ) -> Data {
    let start = 14 + 40 + after.count
    let head = Array("BM".utf8) + long(start + pixels.count) + long(0) + long(start)
    let sizes = long(40) + long(width) + long(height) + [1, 0, bits, 0] + long(compression) + long(pixels.count)
    return Data(head + sizes + long(pixelsPerMetre) + long(pixelsPerMetre) + long(0) + long(0) + after + pixels)
  }

  @Test func rowsBeginAtTheBottomAndArePadded() throws {
    // Blue, green, red; rows of 8 bytes.
    let pixels: [UInt8] = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0]
    let image = try decode(file(width: 2, height: 2, bits: 24, pixels: pixels, pixelsPerMetre: 11811))
    #expect(image.header.format == .bmp && image.header.kind == .rgb)
    #expect(image.header.properties == ["DPIWidth": .number(300), "DPIHeight": .number(300)])
    #expect(image.tightBytes == [9, 8, 7, 255, 12, 11, 10, 255, 3, 2, 1, 255, 6, 5, 4, 255])
    let down = try decode(file(width: 2, height: -2, bits: 24, pixels: pixels))
    #expect(down.tightBytes == [3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 255, 12, 11, 10, 255])
  }

  @Test func palettesAreApplied() throws {
    let palette: [UInt8] = [0, 0, 0, 0, 30, 20, 10, 0]
    let one = try decode(file(width: 3, height: 1, bits: 1, after: palette, pixels: [0b1010_0000, 0, 0, 0]))
    #expect(one.tightBytes == [10, 20, 30, 255, 0, 0, 0, 255, 10, 20, 30, 255])
    let four = try decode(file(width: 2, height: 1, bits: 4, after: palette, pixels: [0x1f, 0, 0, 0]))
    // Indices beyond the table are black.
    #expect(four.tightBytes == [10, 20, 30, 255, 0, 0, 0, 255])
  }

  @Test func masksSelectTheBitsOfAChannel() throws {
    let masks = long(0xf800) + long(0x07e0) + long(0x001f)
    let image = try decode(
      file(width: 2, height: 1, bits: 16, compression: 3, after: masks, pixels: [0xff, 0xff, 0x00, 0x84]))
    // 16 of 31 and 32 of 63.
    #expect(image.tightBytes == [255, 255, 255, 255, 132, 130, 0, 255])
    let alpha = long(0xff) + long(0xff00) + long(0xff0000) + long(0xff00_0000)
    let straight = try decode(
      file(width: 1, height: 1, bits: 32, compression: 6, after: alpha, pixels: [10, 20, 30, 40]))
    #expect(straight.header.kind == .rgba && !straight.header.isPremultiplied)
    #expect(straight.tightBytes == [10, 20, 30, 40])
  }

  @Test func runLengthsAreExpanded() throws {
    let palette: [UInt8] = [0, 0, 0, 0, 30, 20, 10, 0, 60, 50, 40, 0]
    // Two of colour 1, the end of the row, three literals, a padding byte, the end.
    let codes: [UInt8] = [2, 1, 0, 0, 0, 3, 2, 1, 2, 0, 0, 1]
    let image = try decode(file(width: 3, height: 2, bits: 8, compression: 1, after: palette, pixels: codes))
    let (first, second): ([UInt8], [UInt8]) = ([10, 20, 30, 255], [40, 50, 60, 255])
    #expect(image.tightBytes == second + first + second + first + first + [0, 0, 0, 255])
    #expect(throws: CodecError.self) {
      try decode(file(width: 3, height: 2, bits: 8, compression: 1, after: palette, pixels: [2, 1, 0]))
    }
  }

  @Test func rowsComeInAnyOrder() throws {
    let rows = try ImageFileRows(file(width: 1, height: 3, bits: 24, pixels: [1, 1, 1, 0, 2, 2, 2, 0, 3, 3, 3, 0]))
    #expect(rows.access == .any)
    var bytes = [UInt8](repeating: 0, count: 4)
    for (row, value) in [(2, 1), (0, 3), (1, 2)] as [(Int, UInt8)] {
      try bytes.withUnsafeMutableBytes { try rows.read(row..<row + 1, into: $0.baseAddress!, rowBytes: 4) }
      #expect(bytes == [value, value, value, 255])
    }
  }

  @Test(arguments: [["-define", "bmp:format=bmp2"], ["-define", "bmp:format=bmp3"], ["-colors", "9"], []])
  func filesOfImageMagickAreRead(options: [String]) throws {
    let file = try ImageMagick.file(Sample.smooth(), ["-alpha", "off"] + options, as: "bmp")
    #expect(try decode(file).tightBytes == ImageMagick.pixels(of: file))
  }

  @Test func malformedFilesAreErrors() {
    let whole = file(width: 2, height: 1, bits: 24, pixels: [1, 2, 3, 4, 5, 6, 0, 0])
    for count in 2..<whole.count {
      #expect(throws: CodecError.self, "\(count)") { try decode(whole.prefix(count)) }
    }
    #expect { try decode(file(width: 2, height: 1, bits: 24, compression: 4, pixels: [])) } throws: {
      "\($0)".contains("24 bits a pixel with compression 4")
    }
    #expect { try decode(file(width: 0, height: 1, bits: 24, pixels: [])) } throws: { "\($0)".contains("0 x 1") }
    #expect { try decode(file(width: 1, height: .init(Int32.min), bits: 24, pixels: [])) } throws: { $0 is CodecError }
    let masks = long(0x0f0f) + long(0) + long(0)
    #expect {
      try decode(file(width: 1, height: 1, bits: 16, compression: 3, after: masks, pixels: [0, 0, 0, 0]))
    } throws: { "\($0)".contains("must be adjacent (got the mask 0x00000f0f)") }
    #expect { try decode(file(width: 1_000_000, height: 1_000_000, bits: 24, pixels: [])) } throws: { $0 is CodecError }
  }
}
