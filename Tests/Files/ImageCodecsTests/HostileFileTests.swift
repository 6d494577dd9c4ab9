import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers
import Testing

/// Untrusted files: each one results in an error or an image, within a time limit, and never in a trap.
@Suite struct HostileFileTests {
  static let files: [String: Data] = {
    let small = Sample(width: 24, height: 17, layout: .rgba8)
    let smooth = Sample.smooth()
    let halves = Sample(width: 24, height: 40, layout: .rgbaHalf)
    let tiles = EXRBuilder(width: 20, height: 9, tile: 8, channels: [("A", .half), ("Y", .float)])
    func heif(_ options: HEIFOptions) -> Data? {
      try? smooth.view { try encodeImage($0, colorSpace: .sRGB, as: options) }
    }
    func noise(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89) } }
    let optional: [(String, Data?)] = [
      ("exr", try? halves.view { try encodeImage($0, colorSpace: .extendedLinearSRGB, as: EXROptions()) }),
      ("exr tiles", ImageFileFormat.openEXR.isAvailable ? tiles.file { _, x, y in Float(x - y) } : nil),
      ("heic", heif(HEIFOptions())), ("avif", heif(HEIFOptions(compression: .av1))),
    ]
    let pairs: [(String, Data?)] =
      optional.filter { $0.1 != nil } + [
        ("png", try? small.png(.displayP3)), ("png16", try? Sample(width: 9, height: 7, layout: .rgb16).png()),
        ("jpeg", try? smooth.jpeg(.displayP3)), ("jpeg grey", try? Sample(layout: .grey8).jpeg(nil)),
        ("tiff", try? small.tiff(.displayP3)),
        ("tiff lzw", try? Sample(layout: .rgb16).tiff(nil, TIFFOptions(compression: .lzw))),
        ("tiff inks", TIFFBuilder(width: 9, height: 9, bits: [8, 8, 8, 8], photometric: 5, pixels: noise(324)).file),
        ("tiff lab", TIFFBuilder(width: 9, height: 9, bits: [16, 16, 16], photometric: 8, pixels: noise(486)).file),
        ("tiff chroma", TIFFBuilder(width: 8, height: 8, bits: [8, 8, 8], photometric: 6, pixels: noise(96)).file),
        ("gif", try? ImageMagick.file(smooth, ["-alpha", "off"], as: "gif")),
        ("bmp", try? ImageMagick.file(smooth, ["-alpha", "off", "-colors", "9"], as: "bmp")),
        ("tiff plain", try? Sample(layout: .rgbaHalf).tiff(nil, TIFFOptions(compression: .none, isBig: true))),
        ("webp", try? smooth.webp(.displayP3)),
        ("webp lossless", try? small.webp(.sRGB, WebPOptions(isLossless: true))),
        ("jpeg progressive", try? smooth.jpeg(.adobeRGB1998, JPEGOptions(quality: 0.5, isProgressive: true))),
      ]
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1 ?? Data()) })
  }()

  @Test(arguments: files.keys.sorted())
  func aCutFileIsTruncated(name: String) throws {
    let whole = try #require(Self.files[name])
    _ = try decode(whole)
    for part in 0..<20 {
      let cut = whole.prefix(whole.count * part / 20)
      #expect("\(name) cut at \(part)/20") {
        _ = try decode(cut)
      } throws: { error in
        switch error as? CodecError {
        case .truncated, .damaged: part > 0
        case .notAnImage: cut.count < 12
        default: false
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: files.keys.sorted())
  func changedBitsGiveAnErrorOrAImage(name: String) throws {
    let whole = try #require(Self.files[name])
    var random = SplitMix(seed: 2026)
    for round in 0..<500 {
      var bytes = [UInt8](whole)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        // Half of the changes affect the first bytes: headers contain the sizes.
        let reach = Bool.random(using: &random) ? min(200, bytes.count) : bytes.count
        bytes[Int.random(in: 0..<reach, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let data = name.hasPrefix("png") && round % 2 == 0 ? PNGBuilder.withRepairedChecks(Data(bytes)) : Data(bytes)
      do throws(CodecError) {
        let image = try decode(data, limits: CodecLimits(byteCount: 1 << 26))
        #expect(image.header.width > 0 && (1...8).contains(image.header.orientation))
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func changedProfilesGiveAnErrorOrASpace() throws {
    let profile = try iccProfile(of: .displayP3)
    var random = SplitMix(seed: 7)
    for _ in 0..<500 {
      var bytes = profile
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let space = try? ColorSpace(iccProfile: bytes) else { continue }
      #expect(space.matrixToXYZ.rowMajor.allSatisfy { $0.isFinite })
      let there = space.transfer.linear(0.5)
      #expect(!there.isNaN)
    }
    for count in 0..<20 { _ = try? ColorSpace(iccProfile: Array(profile.prefix(profile.count * count / 20))) }
  }

  @Test func aHundredBytesCannotClaimTenGigapixels() {
    let png = PNGBuilder.file(
      PNGBuilder.header(width: 100_000, height: 100_000, bits: 8, type: 6), PNGBuilder.pixels([[0]]))
    #expect { try decode(png) } throws: { error in
      if case .truncated = error as? CodecError { true } else { false }
    }
  }

  @Test func aHugeJPEGHeaderIsRejected() throws {
    var bytes = [UInt8](try Sample.smooth().jpeg(nil))
    let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xff, 0x00, 0xff, 0x00])
    #expect { try decode(Data(bytes)) } throws: { error in
      if case .truncated = error as? CodecError { true } else { false }
    }
  }

  @Test func limitsAreCheckedBeforeMemoryIsAllocated() throws {
    let data = try Sample(width: 100, height: 10, layout: .rgba8).png()
    let what = "image of \(data.count) bytes: bytes of an image of 100 x 10 pixels"
    #expect(throws: CodecError.limit(what, requested: 4000, allowed: 3999)) {
      try decode(data, limits: CodecLimits(byteCount: 3999))
    }
    #expect { try readHeader(of: data, limits: CodecLimits(longestSide: 99)) } throws: { error in
      if case .limit(_, requested: 100, allowed: 99) = error as? CodecError { true } else { false }
    }
    _ = try decode(data, limits: CodecLimits(longestSide: 100, byteCount: 4000))
  }

  @Test func badChecksumsOfPixelsAreDamage() throws {
    let header = PNGBuilder.header(width: 1, height: 1, bits: 8, type: 0)
    var pixels = PNGBuilder.pixels([[7]])
    pixels[pixels.count - 1] ^= 1
    #expect { try decode(PNGBuilder.file(header, pixels)) } throws: { error in
      if case .damaged = error as? CodecError { true } else { false }
    }
    var badHeader = header
    badHeader[badHeader.count - 1] ^= 1
    #expect(throws: CodecError.self) { try readHeader(of: PNGBuilder.file(badHeader, PNGBuilder.pixels([[7]]))) }
  }

  @Test(arguments: [(0, 1, 8, 6), (1, 0, 8, 6), (1, 1, 3, 6), (1, 1, 8, 5), (1, 1, 16, 3), (0x8000_0000, 1, 8, 6)])
  func senselessHeadersAreDamage(_ fields: (UInt32, UInt32, UInt8, UInt8)) {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: fields.0, height: fields.1, bits: fields.2, type: fields.3), PNGBuilder.pixels([[0]]))
    #expect(throws: CodecError.self) { try readHeader(of: file) }
  }

  @Test func fewerRowsThanInTheHeaderAreAnError() {
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 2, height: 5, bits: 8, type: 0), PNGBuilder.pixels([[1, 2], [3, 4]]))
    #expect(throws: CodecError.self) { try decode(file) }
  }

  @Test func aProfileThatUnpacksToGigabytesIsOmitted() throws {
    // 1 MB of stored zeros as a profile; libpng reads it within its limit, and lcms2 rejects it.
    let content = [UInt8](repeating: 0x41, count: 1 << 20)
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 1, height: 1, bits: 8, type: 2),
      PNGBuilder.chunk("iCCP", Array("bad".utf8) + [0, 0] + content), PNGBuilder.pixels([[1, 2, 3]]))
    #expect(try decode(file).header.colorSpace == .sRGB)
  }

  /// Twenty texts of a mebibyte each in 140 kB: eight and the one that exceeds the limit are read.
  @Test func textsTogetherHaveALimit() throws {
    let text = PNGBuilder.repeated(0x61, 1 << 20)
    let texts = (0..<20).flatMap { PNGBuilder.chunk("zTXt", Array("key \($0)".utf8) + [0, 0] + text) }
    let file = PNGBuilder.file(
      PNGBuilder.header(width: 1, height: 1, bits: 8, type: 0), texts, PNGBuilder.pixels([[7]]))
    let image = try decode(file)
    #expect(image.header.properties.count == 9)
  }

  @Test(arguments: ["tEXt", "zTXt", "iTXt", "eXIf", "iCCP", "sPLT", "caBX"])
  func aChunkThatIsLongerThanItsFileIsTruncated(type: String) {
    let header = PNGBuilder.header(width: 1, height: 1, bits: 8, type: 0)
    let file = Data(PNGBuilder.signature + header + [0x7f, 0xff, 0xff, 0xff] + Array(type.utf8) + [0x61, 0, 0, 0x62])
    #expect { try readHeader(of: file) } throws: { error in
      if case .truncated = error as? CodecError { true } else { false }
    }
  }

  /// The header has 40 x 33 pixels, the grid of its one tile 26979 x 25377, for which libheif writes out of bounds when
  /// the byte count overflows.
  @Test(.enabled(if: ImageFileFormat.heif.isAvailable))
  func aGridIsNoLargerThanItsHeader() throws {
    let file = try #require(Data(base64Encoded: Self.largeGrid))
    #expect(try readHeader(of: file).width == 40)
    #expect {
      try decode(file)
    } throws: { error in
      if case .damaged(let text) = error as? CodecError { !text.contains("\n") } else { false }
    }
  }

  @Test(.enabled(if: ImageFileFormat.heif.isAvailable))
  func theByteCountOfAHEIFImageFitsAnInt() throws {
    var bytes = [UInt8](try #require(Self.files["avif"]))
    for at in bytes.indices.dropLast(16) where bytes[at..<at + 4].elementsEqual(Array("ispe".utf8)) {
      bytes.replaceSubrange(at + 8..<at + 16, with: PNGBuilder.bigEndian(30_000) + PNGBuilder.bigEndian(30_000))
    }
    #expect { try readHeader(of: Data(bytes)) } throws: { error in
      if case .limit(_, requested: 3_600_000_000, allowed: 2_147_483_647) = error as? CodecError { true } else { false }
    }
  }

  private static let largeGrid = """
    AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABqm1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBpdG0AAAAA\
    AAIAAAAQaWRhdAAAAABpY2MhAAAAOGlsb2MBAAAAREAAAgABAAAAAAAAAcoAAQAAAAAAAACwAAIAAQAAAAAAAAABAAAAAAAAAAgAAAA4aWlu\
    ZgAAAAAAAgAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAA\
    AAAAAB7wAPz9+PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAAD\
    ACAAAAMAISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAoAAAAIQAAABBwaXhpAAAAAAMICAgAAAAaaXBt\
    YQAAAAAAAAACAAECgQIAAgIDhAAAABppcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAAuG1kYXQAAACsKAGvGYCu82CY+Hh9jlO3X3CiAOt7y51+\
    hiRs/DiiUw///+hIKaeawCDDWEUGnxaQMGx2EGUzSepTnBV6sH7VrsH1I7ck07R3O8ZYZTnw9LLEKCFj4xk5JENU05XJJ5LSXY2EIqw8SA9b\
    h1X5/FL2Ar9xARg5rpgk9VUezeKi3goiK/R5V/n0iWAq7updA8JFuoHGUYKOjK1rxDmAnkjj7otWzf3zJEPKnErWcA==
    """

  @Test func filesThatAreNoImagesAreReported() throws {
    #expect { try decode(Data()) } throws: { "\($0)".contains("empty") }
    #expect { try decode(Data("GIX89a and more".utf8)) } throws: {
      "\($0)".contains("supported are png, jpeg, tiff, webp")
    }
    let folder = try TemporaryFolder()
    #expect { try readHeader(of: folder.file("none.png")) } throws: { "\($0)".contains("No such file") }
    #expect { try readHeader(of: folder.url) } throws: { "\($0)".contains("not a regular file") }
    #expect(throws: CodecError.self) { try decode(try #require(URL(string: "https://example.com/a.png"))) }
  }

  @Test func invalidRequestsAreErrors() throws {
    let sample = Sample(width: 4, height: 4, layout: .rgba8)
    try sample.bytes.withUnsafeBytes { bytes in
      let base = try #require(bytes.baseAddress)
      let cases = [(0, 4, 16), (4, 0, 16), (4, 4, 15), (-1, 4, 16)]
      for (width, height, rowBytes) in cases {
        let view = PixelView(base, width: width, height: height, rowBytes: rowBytes, layout: .rgba8)
        #expect(throws: CodecError.self) { try encodeImage(view, colorSpace: nil, as: PNGOptions()) }
        #expect(throws: CodecError.self) { try encodeImage(view, colorSpace: nil, as: JPEGOptions()) }
      }
      let wide = PixelView(base, width: 1, height: 1, layout: .rgba16)
      #expect { try encodeImage(wide, colorSpace: nil, as: JPEGOptions()) } throws: { "\($0)".contains("8 bits") }
      let right = PixelView(base, width: 4, height: 4, layout: .rgba8)
      for quality in [-0.1, 1.1, .nan] {
        #expect(throws: CodecError.self) {
          try encodeImage(right, colorSpace: nil, as: JPEGOptions(quality: quality))
        }
      }
      #expect(throws: CodecError.self) {
        try encodeImage(PixelView(base, width: 70_000, height: 1, layout: .grey8), colorSpace: nil, as: JPEGOptions())
      }
    }
  }
}
