import Foundation
import ImageCodecs
import ImageColor
import Testing

@Suite struct JPEGTests {
  @Test(arguments: [false, true], 0...9)
  func orientationIsReadFromEXIF(isLittle: Bool, orientation: Int) throws {
    let header = try readHeader(of: withEXIF(exif(orientation: orientation, isLittle: isLittle)))
    #expect(header.orientation == ((1...8).contains(orientation) ? orientation : 1))
  }

  @Test func damagedEXIFMeansUpright() throws {
    let whole = exif(orientation: 6, isLittle: true)
    #expect(try readHeader(of: withEXIF(whole)).orientation == 6)
    for count in 0..<whole.count - 8 {
      #expect(try readHeader(of: withEXIF(Array(whole.prefix(count)))).orientation == 1)
    }
    for offset: UInt8 in [9, 200, 255] {
      var wrong = whole
      wrong[4] = offset
      wrong[7] = offset == 255 ? 255 : 0
      #expect(try readHeader(of: withEXIF(wrong)).orientation == 1)
    }
  }

  /// By DCT: the means of 8 x 8 pixels are the first coefficients, so an eighth is the mean of the full-size pixels.
  @Test(arguments: [1, 2, 4, 8], [false, true])
  func imagesCanBeSubsampled(factor: Int, isProgressive: Bool) throws {
    let sample = Sample.smooth(width: 83, height: 57)
    let file = try sample.jpeg(.sRGB, JPEGOptions(quality: 1, isProgressive: isProgressive))
    let (whole, part) = (try decode(file), try decode(file, subsampling: factor))
    let (width, height) = ((83 + factor - 1) / factor, (57 + factor - 1) / factor)
    #expect(part.header.width == width && part.header.height == height)
    let (pixels, means) = (whole.tightBytes, part.tightBytes)
    for y in 0..<57 / factor {
      for x in 0..<83 / factor {
        for component in 0..<4 {
          var sum = 0
          for row in 0..<factor {
            for column in 0..<factor {
              sum += Int(pixels[4 * ((y * factor + row) * 83 + x * factor + column) + component])
            }
          }
          let mean = Double(sum) / Double(factor * factor)
          #expect(abs(mean - Double(means[4 * (y * width + x) + component])) <= 2.5)
        }
      }
    }
  }

  @Test func subsampledDecodingHasTheSameLimits() throws {
    let sample = Sample.smooth(width: 83, height: 57)
    let file = try sample.jpeg(.sRGB, JPEGOptions(isProgressive: true))
    #expect(throws: CodecError.self) {
      try decode(file, limits: CodecLimits(wholeByteCount: 83 * 57 * 10 - 1), subsampling: 8)
    }
    #expect(throws: CodecError.self) { try decode(file, limits: CodecLimits(longestSide: 82), subsampling: 8) }
    let rows = try ImageFileRows(file, subsampling: 8)
    #expect(rows.wholeByteCount == 83 * 57 * 10 && rows.header.width == 11)
    let png = try sample.png(.sRGB)
    #expect(try decode(png, subsampling: 8).header.width == 83)
  }

  /// Only the start of the file exists: reading the header needs no more.
  @Test func theHeaderNeedsOnlyTheStartOfTheFile() throws {
    let file = try Sample.smooth(width: 512, height: 512).jpeg(.displayP3, JPEGOptions(quality: 1))
    let start = file.prefix(file.count / 4)
    #expect(try readHeader(of: start) == readHeader(of: file))
    #expect(throws: CodecError.self) { try decode(start) }
  }

  /// Profiles above 64 KB are split into several markers.
  @Test func longProfilesAreJoined() throws {
    let profile = try iccProfile(of: .adobeRGB1998)
    // Unused bytes after the last tag, and a matching size in the header.
    var long = profile + [UInt8](repeating: 0, count: 150_000)
    long.replaceSubrange(0..<4, with: PNGBuilder.bigEndian(UInt32(long.count)))
    let space = try #require(
      ColorSpace(name: "long", transfer: .gamma(563.0 / 256), primaries: .adobeRGB, iccData: long))
    let header = try readHeader(of: Sample(layout: .rgb8).jpeg(space))
    #expect(header.profile == long)
    #expect(header.colorSpace == .adobeRGB1998)
  }

  @Test func aProfileOfAnotherModelIsOmitted() throws {
    let grey = try #require(
      ColorSpace(
        name: "grey", transfer: .gamma(2.2), primaries: .bt709, iccData: iccProfile(of: .linearGray, isGrey: true)))
    let header = try readHeader(of: Sample(layout: .rgb8).jpeg(grey))
    #expect(header.profile != nil && !header.isTagged && header.colorSpace == .sRGB)
  }

  @Test func resolutionIsAProperty() throws {
    var bytes = [UInt8](try Sample.smooth().jpeg(nil))
    #expect(Array(bytes[6..<10]) == Array("JFIF".utf8))
    bytes.replaceSubrange(13..<18, with: [1, 0, 144, 0, 72])
    let properties = try readHeader(of: Data(bytes)).properties
    #expect(properties == ["DPIWidth": .number(144), "DPIHeight": .number(72)])
  }

  @Test func qualityOrdersTheSizes() throws {
    let sample = Sample.smooth(width: 128, height: 128)
    let sizes = try [0, 0.3, 0.6, 0.85, 1].map { try sample.jpeg(nil, JPEGOptions(quality: $0)).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
  }

  private func withEXIF(_ exif: [UInt8]) throws -> Data {
    let file = [UInt8](try Sample.smooth().jpeg(nil))
    let content = Array("Exif".utf8) + [0, 0] + exif
    let count = content.count + 2
    return Data(file.prefix(2) + [0xff, 0xe1, UInt8(count >> 8), UInt8(count & 255)] + content + file.dropFirst(2))
  }
}
