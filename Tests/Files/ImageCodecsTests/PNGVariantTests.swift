import Foundation
import ImageCodecs
import ImageColor
import Testing

/// Files that are built byte by byte, with pixels that can be verified by hand.
@Suite struct PNGVariantTests {
  @Test func oneBitGreyIsBlackAndWhite() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 4, height: 1, bits: 1, type: 0), PNGBuilder.pixels([[0b1010_0000]]))
    let image = try decode(file)
    #expect(image.header.bitsPerComponent == 1 && image.header.kind == .grey)
    #expect(image.tightBytes == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255])
  }

  @Test func twoAndFourBitGreyReachWhite() throws {
    let two = PNGBuilder.file(
      PNGBuilder.header(width: 4, height: 1, bits: 2, type: 0), PNGBuilder.pixels([[0b0001_1011]]))
    #expect(try decode(two).tightBytes.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == [0, 85, 170, 255])
    let four = PNGBuilder.file(
      PNGBuilder.header(width: 2, height: 1, bits: 4, type: 0), PNGBuilder.pixels([[0x1f]]))
    #expect(try decode(four).tightBytes == [17, 17, 17, 255, 255, 255, 255, 255])
  }

  @Test func paletteEntriesMayBeTransparent() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 3, height: 1, bits: 8, type: 3),
      PNGBuilder.chunk("PLTE", [10, 20, 30, 40, 50, 60, 70, 80, 90]), PNGBuilder.chunk("tRNS", [0, 128]),
      PNGBuilder.pixels([[2, 1, 0]]))
    let image = try decode(file)
    #expect(image.header.kind == .rgba && image.header.hasAlpha && image.header.bitsPerComponent == 8)
    #expect(image.tightBytes == [70, 80, 90, 255, 40, 50, 60, 128, 10, 20, 30, 0])
  }

  @Test func anIndexBeyondThePaletteDoesNotTrap() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 2, height: 1, bits: 8, type: 3), PNGBuilder.chunk("PLTE", [1, 2, 3]),
      PNGBuilder.pixels([[0, 200]]))
    #expect(try decode(file).tightBytes.prefix(4) == [1, 2, 3, 255])
  }

  @Test func aTransparentColourBecomesAlpha() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 2, height: 1, bits: 8, type: 2), PNGBuilder.chunk("tRNS", [0, 1, 0, 2, 0, 3]),
      PNGBuilder.pixels([[1, 2, 3, 3, 2, 1]]))
    #expect(try decode(file).tightBytes == [1, 2, 3, 0, 3, 2, 1, 255])
  }

  @Test func sixteenBitsAreInTheMachinesOrder() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 1, height: 1, bits: 16, type: 2),
      PNGBuilder.pixels([[0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc]]))
    let image = try decode(file)
    let values = image.pixels.row(0).assumingMemoryBound(to: UInt16.self)
    #expect((0..<4).map { values[$0] } == [0x1234, 0x5678, 0x9abc, 0xffff])
  }

  @Test func greyWithAlphaIsWidened() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 2, height: 1, bits: 8, type: 4), PNGBuilder.pixels([[9, 8, 7, 6]]))
    #expect(try decode(file).tightBytes == [9, 9, 9, 8, 7, 7, 7, 6])
  }

  @Test func colourChunksAreRead() throws {
    func space(_ chunks: [UInt8]) throws -> (ColorSpace, Bool) {
      let file = PNGBuilder.file(
        PNGBuilder.header(width: 1, height: 1, bits: 8, type: 2), chunks, PNGBuilder.pixels([[1, 2, 3]]))
      let header = try readHeader(of: file)
      return (header.colorSpace, header.isTagged)
    }
    func primaries(_ numbers: [UInt32]) -> [UInt8] { PNGBuilder.chunk("cHRM", numbers.flatMap(PNGBuilder.bigEndian)) }
    func gamma(_ number: UInt32) -> [UInt8] { PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(number)) }
    let p3 = primaries([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])
    let srgb = primaries([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])
    #expect(try space([]) == (.sRGB, false))
    #expect(try space(PNGBuilder.chunk("sRGB", [0])) == (.sRGB, true))
    #expect(try space(gamma(45455)) == (.sRGB, true))
    #expect(
      try space(gamma(45455) + srgb) == (.sRGB, true))
    #expect(try space(gamma(100_000)) == (.linearSRGB, true))
    let power = try space(gamma(50000)).0
    #expect(power.transfer == .gamma(2) && power.primaries == .bt709)
    #expect(
      try space(gamma(100_000) + p3).0
        == .linearDisplayP3)
    #expect(try space(PNGBuilder.chunk("cICP", [12, 13, 0, 1])) == (.displayP3, true))
    #expect(try space(PNGBuilder.chunk("cICP", [9, 16, 0, 1]) + PNGBuilder.chunk("sRGB", [0])).0 == .itur_2100_PQ)
    #expect(try space(PNGBuilder.chunk("cICP", [9, 18, 0, 1])).0 == .itur_2100_HLG)
    // Narrow range is unsupported for PNG: the next chunk is used.
    #expect(try space(PNGBuilder.chunk("cICP", [9, 16, 0, 0]) + PNGBuilder.chunk("sRGB", [0])).0 == .sRGB)
    // A gamut without area, and one with a chromaticity on the axis.
    let flat = primaries([31270, 32900, 30000, 30000, 30000, 30000, 30000, 30000])
    #expect(try space(gamma(50000) + flat).0.name != "")
  }

  @Test(arguments: [false, true], 1...8)
  func orientationIsReadFromEXIF(isLittle: Bool, orientation: Int) throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 1, height: 1, bits: 8, type: 0),
      PNGBuilder.chunk("eXIf", exif(orientation: orientation, isLittle: isLittle)), PNGBuilder.pixels([[1]]))
    #expect(try readHeader(of: file).orientation == orientation)
  }

  @Test func textsAndResolutionAreProperties() throws {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 1, height: 1, bits: 8, type: 0),
      PNGBuilder.chunk("pHYs", PNGBuilder.bigEndian(2835) + PNGBuilder.bigEndian(5669) + [1]),
      PNGBuilder.chunk("tEXt", Array("Title".utf8) + [0, 0x43, 0x61, 0x66, 0xe9]), PNGBuilder.pixels([[1]]))
    let properties = try readHeader(of: file).properties
    #expect(properties["Title"] == .text("Café"))
    guard case .number(let dpi)? = properties["DPIWidth"] else { throw CodecError.damaged("no DPIWidth") }
    #expect(abs(dpi - 72) < 0.01)
  }
}

/// A directory with two entries, the second of which is the orientation.
func exif(orientation: Int, isLittle: Bool) -> [UInt8] {
  func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    let bytes = (0..<byteCount).map { UInt8(value >> (8 * $0) & 255) }
    return isLittle ? bytes : bytes.reversed()
  }
  func entry(_ tag: Int, _ value: Int) -> [UInt8] {
    number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
  }
  return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2) + entry(256, 1)
    + entry(274, orientation) + number(0, 4)
}
