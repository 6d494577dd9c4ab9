import Foundation
import ImageCodecs
import ImageColor
import Testing

@Suite(.enabled(if: ImageFileFormat.heif.isAvailable)) struct HEIFTests {
  static let compressions: [HEIFOptions.Compression] = [.hevc, .av1]

  private func file(_ sample: Sample, _ space: ColorSpace? = .sRGB, _ options: HEIFOptions) throws -> Data {
    try sample.view { try encodeImage($0, colorSpace: space, as: options) }
  }

  /// The smooth image in 16 bits, with an alpha that decreases from left to right.
  private var deep: Sample {
    let smooth = Sample.smooth()
    let bytes = smooth.bytes.enumerated().flatMap { index, byte -> [UInt8] in
      let value = index % 4 == 3 ? UInt16(65535 - index / 4 % smooth.width * 500) : UInt16(byte) * 257
      return withUnsafeBytes(of: value) { Array($0) }
    }
    return Sample(width: smooth.width, height: smooth.height, layout: .rgba16, bytes: bytes)
  }

  private func worst(_ a: [UInt8], _ b: [UInt8]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 255 }

  @Test(arguments: compressions)
  func eightBitsStayNear(compression: HEIFOptions.Compression) throws {
    let sample = Sample.smooth()
    let options = HEIFOptions(compression: compression, quality: 0.95, dropsAlpha: true)
    let image = try decode(file(sample, .sRGB, options))
    #expect(image.header.format == .heif && image.header.kind == .rgb && image.header.decodedBits == 8)
    #expect(image.header.colorSpace == .sRGB && image.header.isTagged)
    #expect(worst(image.tightBytes, sample.bytes) <= 10)
  }

  @Test(arguments: compressions)
  func deepImagesStayNear(compression: HEIFOptions.Compression) throws {
    let options = HEIFOptions(compression: compression, bits: compression == .hevc ? 10 : 12, quality: 0.95)
    let image = try decode(file(deep, .displayP3, options))
    #expect(image.header.bitsPerComponent == 16 && image.header.kind == .rgba)
    #expect(image.header.colorSpace == .displayP3)
    let values = image.tightBytes.withUnsafeBytes { [UInt16]($0.bindMemory(to: UInt16.self)) }
    let given = deep.bytes.withUnsafeBytes { [UInt16]($0.bindMemory(to: UInt16.self)) }
    let off = zip(values, given).map { abs(Int($0) - Int($1)) }
    #expect(values.count == given.count && off.max() ?? 65535 <= 10 * 257)
  }

  @Test(arguments: [
    ColorSpace.sRGB, .displayP3, .itur_2020, .itur_2100_PQ, .itur_2100_HLG, .displayP3_PQ, .adobeRGB1998, .rommrgb,
  ])
  func spacesAreStated(space: ColorSpace) throws {
    for compression in Self.compressions {
      let header = try decode(file(Sample.smooth(), space, HEIFOptions(compression: compression))).header
      #expect(header.colorSpace == space && header.isTagged)
    }
  }

  @Test(arguments: ["heic", "avif"])
  func filesOfImageMagickAreRead(format: String) throws {
    let file = try ImageMagick.file(Sample.smooth(), ["-quality", "90"], as: format)
    #expect(worst(try decode(file).tightBytes, try ImageMagick.pixels(of: file)) <= 2)
  }

  @Test(arguments: compressions)
  func writtenFilesAreReadByImageMagick(compression: HEIFOptions.Compression) throws {
    let file = try file(Sample.smooth(), .sRGB, HEIFOptions(compression: compression))
    // ImageMagick decodes chroma at half resolution, even if the file has more.
    #expect(worst(try ImageMagick.pixels(of: file), try decode(file).tightBytes) <= 6)
  }

  @Test func invalidRequestsAreErrors() {
    #expect { try self.file(Sample(layout: .rgba16), .sRGB, HEIFOptions()) } throws: { "\($0)".contains("8 bits") }
    #expect { try self.file(Sample.smooth(), .sRGB, HEIFOptions(bits: 9)) } throws: { "\($0)".contains("8 or 10") }
    #expect { try self.file(Sample.smooth(), .sRGB, HEIFOptions(quality: 2)) } throws: {
      "\($0)".contains("between 0 and 1")
    }
  }
}

/// Formats whose libraries are loaded dynamically.
@Suite struct OptionalFormatTests {
  @Test(arguments: [ImageFileFormat.openEXR, .heif])
  func aFormatWithoutItsLibraryIsNamed(format: ImageFileFormat) {
    let start: [UInt8] =
      format == .heif ? [0, 0, 0, 24] + Array("ftypheic".utf8) : [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]
    #expect(ImageFileFormat(firstBytes: start) == format)
    #expect {
      _ = try decode(Data(start + [UInt8](repeating: 0, count: 40)))
    } throws: { error in
      guard format.isAvailable else {
        if case .unsupported(let text) = error as? CodecError { return text.contains("install lib") }
        return false
      }
      return error is CodecError
    }
  }

  @Test func aMissingLibraryIsNamedWithItsPackage() {
    #expect { try OptionalLibrary.heif(named: "libnothing.so.1") } throws: {
      let text = "\($0)"
      return text.contains("libheif-dev")  // built without headers
        || text == "HEIF files require libnothing.so.1, which is not installed: install libheif1"
    }
    #expect { try OptionalLibrary.openEXR(named: "libnothing.so.1") } throws: {
      "\($0)".contains("install libopenexr-dev")
    }
  }

  @Test(.enabled(if: ImageFileFormat.openEXR.isAvailable && ImageFileFormat.heif.isAvailable))
  func aLibraryWithoutTheFunctionsIsRejected() {
    #expect { try OptionalLibrary.heif(named: "libc.so.6") } throws: { "\($0)".contains("is missing in libc.so.6") }
    #expect { try OptionalLibrary.openEXR(named: "libc.so.6") } throws: { "\($0)".contains("is missing in libc.so.6") }
  }
}
