import Foundation
import ImageCodecs
import ImageColor
import Testing

@Suite struct TIFFTests {
  static let compressions: [TIFFOptions.Compression] = [.none, .lzw, .deflate(level: 1), .deflate(level: 9)]

  @Test(arguments: ComponentLayout.allCases, compressions)
  func filesAreLossless(layout: ComponentLayout, compression: TIFFOptions.Compression) throws {
    let sample = Sample(layout: layout)
    let data = try sample.tiff(.sRGB, TIFFOptions(compression: compression))
    let header = try readHeader(of: data)
    #expect(header.format == .tiff && header.width == sample.width && header.height == sample.height)
    #expect(header.bitsPerComponent == layout.bits && header.isFloat == layout.isFloat && !header.isPremultiplied)
    #expect(header.kind.rawValue == layout.channels && header.orientation == 1)
    #expect(header.colorSpace == (layout.channels == 1 ? header.colorSpace : .sRGB) && header.isTagged)
    let image = try decode(data)
    #expect(image.pixels.rowBytes % (4 * image.header.decodedBytesPerPixel) == 0)
    #expect(image.tightBytes == sample.expanded)
  }

  @Test(arguments: [ComponentLayout.rgba8, .rgba16, .rgbaFloat])
  func bigFilesAreTheSameImage(layout: ComponentLayout) throws {
    let sample = Sample(layout: layout)
    let data = try sample.tiff(.sRGB, TIFFOptions(isBig: true))
    #expect(data.prefix(4) == Data([0x49, 0x49, 43, 0]))
    #expect(try decode(data).tightBytes == sample.expanded)
    #expect(try sample.tiff().prefix(4) == Data([0x49, 0x49, 42, 0]))
  }

  @Test func theAlphaStateIsRecorded() throws {
    let sample = Sample(layout: .rgba16)
    let premultiplied = try decode(sample.tiff(nil, TIFFOptions(isPremultiplied: true)))
    #expect(premultiplied.header.isPremultiplied && premultiplied.header.hasAlpha && !premultiplied.header.isTagged)
    #expect(premultiplied.tightBytes == sample.bytes)
    let opaque = try decode(sample.tiff(nil, TIFFOptions(dropsAlpha: true)))
    #expect(opaque.header.kind == .rgb)
    #expect(opaque.tightBytes.indices.allSatisfy { $0 % 8 < 6 ? opaque.tightBytes[$0] == sample.bytes[$0] : true })
  }

  @Test(arguments: ColorSpace.all.filter { !$0.isExtended && $0.model == .rgb })
  func everyNamedSpaceIsRead(space: ColorSpace) throws {
    let header = try readHeader(of: Sample(layout: .rgb16).tiff(space))
    #expect(header.isTagged && header.colorSpace == space)
  }

  @Test func filesAndDataAreTheSame() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.tiff")
    let sample = Sample(layout: .rgbaHalf)
    try sample.view { try writeImage($0, colorSpace: .displayP3, as: TIFFOptions(), to: url) }
    #expect(try Data(contentsOf: url) == sample.tiff(.displayP3))
    #expect(try decode(url).tightBytes == sample.bytes)
  }

  @Test func invalidRequestsAreErrors() throws {
    let sample = Sample(layout: .rgbaHalf)
    #expect { try sample.tiff(nil, TIFFOptions(compression: .deflate(level: 0))) } throws: {
      "\($0)".contains("between 1 and 9")
    }
    #expect { try sample.png() } throws: { "\($0)".contains("does not support floats") }
    #expect { try sample.jpeg() } throws: { "\($0)".contains("8 bits") }
  }

  // MARK: Files that are built by hand

  @Test(arguments: [false, true])
  func sixteenBitsAreInTheOrderOfTheFile(isBigEndian: Bool) throws {
    let numbers: [UInt16] = [0x0102, 0x0304, 0x0506, 0xfffe, 0, 0x8000]
    let pixels = numbers.flatMap { number in
      let (high, low) = (UInt8(number >> 8), UInt8(number & 255))
      return isBigEndian ? [high, low] : [low, high]
    }
    var builder = TIFFBuilder(
      width: 2, height: 1, bits: [16, 16, 16], photometric: 2, pixels: pixels, isBigEndian: isBigEndian)
    builder[274] = .shorts([6])
    let image = try decode(builder.file)
    #expect(image.header.orientation == 6 && image.header.bitsPerComponent == 16 && image.header.kind == .rgb)
    let expected: [UInt16] = [0x0102, 0x0304, 0x0506, 0xffff, 0xfffe, 0, 0x8000, 0xffff]
    #expect(image.tightBytes == expected.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  @Test func whiteMayBeZero() throws {
    let file = TIFFBuilder(width: 3, height: 1, bits: [8], photometric: 0, pixels: [0, 100, 255]).file
    #expect(try decode(file).tightBytes == [255, 255, 255, 255, 155, 155, 155, 255, 0, 0, 0, 255])
  }

  @Test func smallGreyReachesWhite() throws {
    let one = TIFFBuilder(width: 4, height: 1, bits: [1], photometric: 1, pixels: [0b1010_0000]).file
    #expect(try decode(one).tightBytes.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == [255, 0, 255, 0])
    let two = TIFFBuilder(width: 4, height: 1, bits: [2], photometric: 1, pixels: [0b0001_1011]).file
    #expect(try decode(two).tightBytes.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == [0, 85, 170, 255])
  }

  private func floats(_ image: DecodedImage) -> [Float] {
    image.tightBytes.withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
  }

  private func bytes<Number>(_ numbers: [Number]) -> [UInt8] { numbers.withUnsafeBytes { [UInt8]($0) } }

  /// The largest integer is white; negative ones stay negative.
  @Test func integersOfOtherKindsBecomeFloats() throws {
    func grey(_ bits: UInt16, _ format: UInt16, _ pixels: [UInt8], white: UInt16 = 1) throws -> [Float] {
      var builder = TIFFBuilder(width: 3, height: 1, bits: [bits], photometric: white, pixels: pixels)
      builder[339] = .shorts([format])
      let image = try decode(builder.file)
      #expect(image.header.isFloat && image.header.bitsPerComponent == 32 && image.header.kind == .grey)
      return floats(image).enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
    }
    #expect(try grey(8, 2, bytes([-127, 1, 127] as [Int8])) == [-1, 1 / 127, 1])
    #expect(try grey(16, 2, bytes([-32767, 0, 32767] as [Int16])) == [-1, 0, 1])
    #expect(try grey(32, 2, bytes([-1 << 30, 1 << 30, .max] as [Int32])) == [-0.5, 0.5, 1])
    #expect(try grey(32, 1, bytes([0, 1 << 31, .max] as [UInt32])) == [0, 0.5, 1])
    #expect(try grey(64, 3, bytes([-1.5, 0.1, 1e300])) == [-1.5, 0.1, .infinity])
    #expect(try grey(16, 2, bytes([-32767, 0, 32767] as [Int16]), white: 0) == [2, 1, 0])
  }

  @Test func integersOfColoursBecomeFloats() throws {
    var builder = TIFFBuilder(
      width: 2, height: 1, bits: [16, 16, 16], photometric: 2, pixels: bytes([1, 2, 3, 4, 5, 6] as [Int16]))
    builder[339] = .shorts([2, 2, 2])
    #expect(try floats(decode(builder.file)).map { ($0 * 32767).rounded() } == [1, 2, 3, 32767, 4, 5, 6, 32767])
  }

  /// Without a profile: (1 - ink) (1 - black).
  @Test func inksWithoutAProfileAreMixed() throws {
    let inks: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 51, 102, 0, 51]
    let image = try decode(
      TIFFBuilder(width: 4, height: 1, bits: [8, 8, 8, 8], photometric: 5, pixels: inks).file)
    #expect(image.header.kind == .cmyk && image.header.isConvertedByProfile && !image.header.hasAlpha)
    #expect(image.header.colorSpace == .sRGB)
    let expected: [UInt8] = [255, 255, 255, 255, 0, 255, 255, 255, 0, 0, 0, 255, 163, 122, 204, 255]
    #expect(image.tightBytes == expected)
    let deep = try decode(
      TIFFBuilder(
        width: 4, height: 1, bits: [16, 16, 16, 16], photometric: 5, pixels: bytes(inks.map { UInt16($0) * 257 })
      ).file)
    #expect(deep.header.bitsPerComponent == 16)
    let high = deep.tightBytes.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt16.self).map { UInt8((Double($0) / 257).rounded()) }
    }
    #expect(high == expected)
  }

  /// Neutral colours and L* by arithmetic: the Y of L* is ((L* + 16) / 116)^3, encoded by sRGB.
  @Test(arguments: [UInt16(8), 9], [8, 16])
  func labIsConverted(photometric: UInt16, bits: Int) throws {
    let scale = bits == 8 ? 1 : 256
    // 0 in a signed integer, or the offset of ICC.
    let neutral = photometric == 8 ? 0 : 128 * scale
    let full = bits == 8 ? 255.0 : photometric == 8 ? 65535 : 65280
    let levels = [0.0, 50, 100]
    let numbers = levels.flatMap { [UInt16(($0 / 100 * full).rounded()), UInt16(neutral), UInt16(neutral)] }
    let pixels = bits == 8 ? numbers.map { UInt8($0) } : bytes(numbers)
    let depth = UInt16(bits)
    let image = try decode(
      TIFFBuilder(width: 3, height: 1, bits: [depth, depth, depth], photometric: photometric, pixels: pixels).file)
    #expect(image.header.kind == .rgb && image.header.colorSpace == .sRGB && image.header.isConvertedByProfile)
    let values = image.tightBytes.withUnsafeBytes { bytes in
      bits == 8
        ? bytes.map { Double($0) / 255 } : bytes.bindMemory(to: UInt16.self).map { Double($0) / 65535 }
    }
    for (index, level) in levels.enumerated() {
      let y = level > 8 ? ((level + 16) / 116) * ((level + 16) / 116) * ((level + 16) / 116) : level / 903.3
      let expected = TransferFunction.sRGB.encoded(y)
      for channel in 0..<3 {
        #expect(abs(values[4 * index + channel] - expected) < 1.0 / 255, "\(level) \(channel)")
      }
      #expect(values[4 * index + 3] == 1)
    }
  }

  /// Y'CbCr by BT.601, TIFF 6.0, section 21; one chroma sample for 2 x 2 pixels.
  @Test func chromaIsExpanded() throws {
    // Two blocks, of 2 x 2 luma samples and two of chroma; the image has 3 x 2 pixels.
    let pixels: [UInt8] = [50, 100, 150, 200, 128, 128, 90, 90, 60, 60, 168, 108]
    var builder = TIFFBuilder(width: 3, height: 2, bits: [8, 8, 8], photometric: 6, pixels: pixels)
    (builder[530], builder[284]) = (.shorts([2, 2]), .shorts([1]))
    let image = try decode(builder.file)
    #expect(image.header.kind == .rgb && image.header.bitsPerComponent == 8)
    func rgb(_ luma: Double, _ blue: Double, _ red: Double) -> [Double] {
      [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue, 255]
    }
    let expected =
      rgb(50, 0, 0) + rgb(100, 0, 0) + rgb(90, 40, -20) + rgb(150, 0, 0) + rgb(200, 0, 0) + rgb(60, 40, -20)
    for (value, exact) in zip(image.tightBytes, expected) { #expect(abs(Double(value) - exact) <= 1) }
  }

  /// Greg Ward's LogLuv in 32 bits: 16 bits of log2 Y, and 8 bits each of u' and v'; four planes of run lengths.
  @Test func logarithmsAreLinearLight() throws {
    let pixels: [UInt8] = [2, 64, 66, 2, 0, 0, 2, 86, 86, 2, 194, 194]
    var builder = TIFFBuilder(width: 2, height: 1, bits: [16, 16, 16], photometric: 32845, pixels: pixels)
    (builder[259], builder[339], builder[284]) = (.shorts([34676]), .shorts([2, 2, 2]), .shorts([1]))
    let image = try decode(builder.file)
    #expect(image.header.isFloat && image.header.colorSpace == .extendedLinearSRGB && image.header.kind == .rgb)
    let (u, v) = (86.5 / 410, 194.5 / 410)
    let (x, y) = (9 * u / (6 * u - 16 * v + 12), 4 * v / (6 * u - 16 * v + 12))
    for (index, luminance) in [1.0, 4].enumerated() {
      // The middle of the step of 1/256.
      let bright = luminance * 1.00135
      let (cieX, cieZ) = (x / y * bright, (1 - x - y) / y * bright)
      let red = 2.690 * cieX - 1.276 * bright - 0.414 * cieZ
      let value = Double(floats(image)[4 * index])
      #expect(abs(value - red) < 0.002 * luminance)
      #expect(floats(image)[4 * index + 3] == 1)
    }
  }

  @Test func logarithmsOfLuminanceAreGrey() throws {
    var builder = TIFFBuilder(width: 2, height: 1, bits: [16], photometric: 32844, pixels: [2, 64, 62, 2, 0, 0])
    (builder[259], builder[339]) = (.shorts([34676]), .shorts([2]))
    let image = try decode(builder.file)
    #expect(image.header.kind == .grey && image.header.colorSpace == .extendedLinearGray)
    #expect(abs(floats(image)[0] - 1) < 0.002 && abs(floats(image)[4] - 0.25) < 0.001)
  }

  @Test func palettesAreApplied() throws {
    var builder = TIFFBuilder(width: 2, height: 1, bits: [4], photometric: 3, pixels: [0x1f])
    builder[320] = .shorts((0..<48).map { UInt16($0 * 256) })
    let image = try decode(builder.file)
    #expect(image.header.kind == .rgb && image.header.bitsPerComponent == 8)
    #expect(image.tightBytes == [1, 17, 33, 255, 15, 31, 47, 255])
  }

  /// TIFF 6.0, section 18: 0 unspecified, 1 associated (premultiplied), 2 unassociated.
  @Test(arguments: [(UInt16(0), ImageFileHeader.Kind.rgb, false), (1, .rgba, true), (2, .rgba, false)])
  func theExtraSampleDefinesTheAlphaState(extra: UInt16, kind: ImageFileHeader.Kind, isPremultiplied: Bool) throws {
    var builder = TIFFBuilder(width: 1, height: 1, bits: [8, 8, 8, 8], photometric: 2, pixels: [1, 2, 3, 128])
    builder[338] = .shorts([extra])
    let image = try decode(builder.file)
    #expect(image.header.kind == kind && image.header.isPremultiplied == isPremultiplied)
    #expect(image.tightBytes == [1, 2, 3, kind == .rgb ? 255 : 128])
  }

  @Test func tilesExtendBeyondTheEdge() throws {
    // Two tiles of 16 x 16 for 20 x 3 pixels; the values increase along the tile.
    let tile = (0..<256).map { UInt8($0) }
    var builder = TIFFBuilder(width: 20, height: 3, bits: [8], photometric: 1, pixels: tile)
    builder[278] = nil
    builder[279] = nil
    (builder[322], builder[323], builder[325]) = (.longs([16]), .longs([16]), .longs([256]))
    var one = builder
    one[256] = .longs([10])
    let image = try decode(one.file)
    let firsts: [UInt8] = (0..<3).map { row in image.tightBytes[row * 40] }
    #expect(firsts == [0, 16, 32])
    #expect(throws: CodecError.self) { try decode(builder.file) }
  }

  @Test func unsupportedFeaturesAreReported() throws {
    let fax = TIFFBuilder(width: 1, height: 1, bits: [8, 8, 8], photometric: 10, pixels: [1, 2, 3]).file
    #expect { try readHeader(of: fax) } throws: { "\($0)".contains("photometric interpretation 10") }
    let noBits = [UInt8](repeating: 0, count: 8)
    let deep = TIFFBuilder(width: 1, height: 1, bits: [64], photometric: 1, pixels: noBits).file
    #expect { try readHeader(of: deep) } throws: { "\($0)".contains("64 bits") }
    var inks = TIFFBuilder(width: 1, height: 1, bits: [8, 8, 8, 8], photometric: 5, pixels: [1, 2, 3, 4])
    inks[332] = .shorts([2])
    #expect { try readHeader(of: inks.file) } throws: { "\($0)".contains("ink set 2 is unsupported (allowed: 1") }
    var transparent = TIFFBuilder(
      width: 1, height: 1, bits: [8, 8, 8, 8, 8], photometric: 5, pixels: [1, 2, 3, 4, 5])
    transparent[338] = .shorts([2])
    #expect { try readHeader(of: transparent.file) } throws: { "\($0)".contains("CMYK with alpha") }
    let floatInks = TIFFBuilder(width: 1, height: 1, bits: [32, 32, 32, 32], photometric: 5, pixels: [])
    #expect { try readHeader(of: floatInks.file) } throws: { "\($0)".contains("interpretation 5") }
    let log = TIFFBuilder(width: 1, height: 1, bits: [16], photometric: 32844, pixels: [1, 2])
    #expect { try readHeader(of: log.file) } throws: { "\($0)".contains("allowed: 34676 and 34677") }
    for photometric: UInt16 in [5, 6, 8, 9, 32845] {
      var few = TIFFBuilder(width: 1, height: 1, bits: [8, 8], photometric: photometric, pixels: [1, 2])
      if photometric == 32845 { few[259] = .shorts([34676]) }
      #expect(throws: CodecError.self, "\(photometric)") { try decode(few.file) }
    }
    var odd = TIFFBuilder(width: 1, height: 1, bits: [8], photometric: 1, pixels: [1])
    odd[259] = .shorts([4711])
    #expect { try readHeader(of: odd.file) } throws: { "\($0)".contains("4711") }
  }

  // MARK: Malformed files

  @Test func twoHundredBytesCannotClaimTenGigapixels() {
    for compression: UInt16 in [1, 5, 8, 32773] {
      var builder = TIFFBuilder(
        width: 100_000, height: 100_000, bits: [8, 8, 8], photometric: 2, pixels: [UInt8](repeating: 0, count: 9))
      builder[259] = .shorts([compression])
      #expect { try decode(builder.file) } throws: { error in
        if case .truncated = error as? CodecError { true } else { false }
      }
    }
  }

  @Test func aTileOutOfAllProportionIsRejected() {
    var builder = TIFFBuilder(width: 1, height: 1, bits: [8], photometric: 1, pixels: [7])
    builder[278] = nil
    builder[279] = nil
    (builder[322], builder[323], builder[325]) = (.longs([1 << 20]), .longs([1 << 20]), .longs([1]))
    #expect(throws: CodecError.self) { try decode(builder.file) }
  }

  // MARK: Against ImageMagick

  @Test(arguments: [["None"], ["LZW"], ["Zip"], ["RLE"]], [[], ["-define", "tiff:tile-geometry=32x16"]])
  func filesOfImageMagickAreRead(compression: [String], tiles: [String]) throws {
    let sample = Sample(width: 61, height: 43, layout: .rgba8, seed: 5)
    for (depth, more) in [(8, []), (16, ["-endian", "MSB"]), (16, ["-interlace", "plane"]), (8, ["-alpha", "off"])] {
      let file = try ImageMagick.file(
        sample, ["-depth", "\(depth)", "-compress"] + compression + tiles + more, as: "tiff")
      let image = try decode(file)
      #expect(image.header.width == 61 && image.header.height == 43 && image.header.decodedBits == depth)
      #expect(image.tightBytes == (try ImageMagick.pixels(of: file, depth: depth)), "\(compression) \(tiles) \(more)")
    }
  }

  @Test func bigFilesOfImageMagickAreRead() throws {
    let file = try ImageMagick.file(Sample(width: 61, height: 43, layout: .rgba8, seed: 5), [], as: "tiff64")
    #expect(file[2] == 43)
    #expect(try decode(file).tightBytes == ImageMagick.pixels(of: file))
  }

  @Test(arguments: [16, 32], ["LSB", "MSB"])
  func floatsOfImageMagickAreRead(depth: Int, endian: String) throws {
    let sample = Sample(width: 31, height: 17, layout: .rgba8, seed: 9)
    let file = try ImageMagick.file(
      sample,
      ["-depth", "\(depth)", "-define", "quantum:format=floating-point", "-compress", "LZW", "-endian", endian],
      as: "tiff")
    let image = try decode(file)
    #expect(image.header.isFloat && image.header.bitsPerComponent == depth)
    let values = image.tightBytes.withUnsafeBytes { bytes in
      depth == 32
        ? bytes.bindMemory(to: Float.self).map { Int(($0 * 255).rounded()) }
        : bytes.bindMemory(to: Float16.self).map { Int((Float($0) * 255).rounded()) }
    }
    // ImageMagick truncates values instead of rounding them to halves.
    #expect(zip(values, sample.bytes).allSatisfy { abs($0 - Int($1)) <= (depth == 16 ? 1 : 0) })
  }

  @Test(arguments: ComponentLayout.allCases, compressions)
  func writtenFilesAreReadByImageMagick(layout: ComponentLayout, compression: TIFFOptions.Compression) throws {
    let whole = Sample(width: 40, height: 31, layout: layout, seed: 8)
    guard layout.isFloat else {
      let file = try whole.tiff(nil, TIFFOptions(compression: compression))
      #expect(try ImageMagick.pixels(of: file, depth: layout.bits) == whole.expanded)
      return
    }
    let levels = Sample(width: 40, height: 31, layout: layout.channels == 1 ? .grey8 : .rgba8, seed: 8)
    let floats = levels.bytes.map { Float($0) / 255 }
    let bytes =
      layout.bits == 32
      ? floats.withUnsafeBytes { [UInt8]($0) } : floats.map { Float16($0) }.withUnsafeBytes { [UInt8]($0) }
    let file = try Sample(width: 40, height: 31, layout: layout, bytes: bytes)
      .tiff(nil, TIFFOptions(compression: compression))
    let decoded = try ImageMagick.pixels(of: file)
    #expect(decoded.count == levels.expanded.count)
    // ImageMagick truncates halves instead of rounding them.
    #expect(zip(decoded, levels.expanded).allSatisfy { abs(Int($0) - Int($1)) <= (layout.bits == 16 ? 1 : 0) })
  }

  @Test func imageMagickReadsWrittenHeaders() throws {
    let output = try ImageMagick.convert(
      ["-", "-format", "%w %h %m %[icc:description] %[compression]", "info:-"],
      input: [UInt8](Sample(layout: .rgb16).tiff(.displayP3)))
    #expect(String(decoding: output, as: UTF8.self) == "37 23 TIFF displayP3 Zip")
  }
}
