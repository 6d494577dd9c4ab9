import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers
import Testing

@Suite(.enabled(if: ImageFileFormat.openEXR.isAvailable)) struct EXRTests {
  /// Linear light of any magnitude, including negative values; adjacent pixels differ.
  private func floats(_ layout: ComponentLayout, width: Int = 37, height: Int = 41) -> Sample {
    var random = SplitMix(seed: 5)
    let values = (0..<width * height * layout.channels).map { _ in Float.random(in: -2...60, using: &random) }
    let bytes = values.flatMap { value -> [UInt8] in
      layout.bits == 16
        ? withUnsafeBytes(of: Float16(value).bitPattern) { Array($0) }
        : withUnsafeBytes(of: value.bitPattern) { Array($0) }
    }
    return Sample(width: width, height: height, layout: layout, bytes: bytes)
  }

  private func file(
    _ sample: Sample, _ space: ColorSpace? = .extendedLinearSRGB, _ options: EXROptions = EXROptions()
  ) throws -> Data {
    try sample.view { try encodeImage($0, colorSpace: space, as: options) }
  }

  @Test(arguments: [ComponentLayout.rgbaHalf, .rgbaFloat, .greyHalf, .greyFloat])
  func everyBitComesBack(layout: ComponentLayout) throws {
    let sample = floats(layout)
    let image = try decode(file(sample, layout.channels == 1 ? .extendedLinearGray : .extendedLinearSRGB))
    #expect(image.header.format == .openEXR && image.header.isFloat && image.header.isPremultiplied)
    #expect(image.header.bitsPerComponent == layout.bits)
    #expect(image.header.kind == (layout.channels == 1 ? .grey : .rgba))
    let isSame = image.tightBytes == sample.expanded
    #expect(isSame)
  }

  @Test(arguments: [
    ColorSpace.extendedLinearSRGB, .extendedLinearDisplayP3, .extendedLinearITUR_2020, .acescgLinear, .linearSRGB,
  ])
  func primariesAreRecorded(space: ColorSpace) throws {
    let header = try decode(file(floats(.rgbaHalf), space)).header
    #expect(header.colorSpace == space.linearized && header.isTagged)
  }

  @Test func alphaCanBeOmitted() throws {
    let sample = floats(.rgbaFloat)
    let image = try decode(file(sample, nil, EXROptions(dropsAlpha: true)))
    #expect(image.header.kind == .rgb && !image.header.isTagged)
    let values = image.tightBytes.withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
    let given = sample.bytes.withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
    for index in values.indices { #expect(values[index] == (index % 4 == 3 ? 1 : given[index])) }
  }

  @Test func rowsComeInAnyOrder() throws {
    let sample = floats(.rgbaHalf)
    let rows = try ImageFileRows(file(sample))
    #expect(rows.access == .any)
    for range in [30..<41, 0..<1, 15..<17, 7..<33] {
      var bytes = [UInt8](repeating: 0, count: 37 * 8 * range.count)
      try bytes.withUnsafeMutableBytes { try rows.read(range, into: $0.baseAddress!, rowBytes: 37 * 8) }
      let isSame = bytes == Array(sample.bytes[37 * 8 * range.lowerBound..<37 * 8 * range.upperBound])
      #expect(isSame)
    }
  }

  @Test(arguments: [16, 64])
  func tilesAreRead(tile: Int) throws {
    var builder = EXRBuilder(
      width: 50, height: 35, tile: tile, channels: [("A", .half), ("B", .half), ("G", .float), ("R", .half)])
    (builder.left, builder.top) = (-7, 12)
    func value(_ channel: Int, _ x: Int, _ y: Int) -> Float { Float(channel) + Float(x) / 64 + Float(y) * 2 }
    let image = try decode(builder.file(value))
    #expect(image.header.bitsPerComponent == 32 && image.header.kind == .rgba)
    let values = image.tightBytes.withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
    for (index, value) in values.enumerated() {
      let (x, y, channel) = (index / 4 % 50, index / 200, index % 4)
      let exact = Float(3 - channel % 4 == 0 ? 0 : [3, 2, 1][channel]) + Float(x) / 64 + Float(y) * 2
      #expect(value == (channel == 1 ? exact : Float(Float16(exact))))
    }
  }

  @Test func luminanceIsGrey() throws {
    let builder = EXRBuilder(width: 5, height: 3, tile: 8, channels: [("Y", .half)])
    let image = try decode(builder.file { _, x, y in Float(x + 10 * y) })
    #expect(image.header.kind == .grey && image.header.colorSpace == .extendedLinearGray)
    let values = image.tightBytes.withUnsafeBytes { [Float16]($0.bindMemory(to: Float16.self)) }
    for (index, value) in values.enumerated() {
      #expect(value == (index % 4 == 3 ? 1 : Float16(index / 4 % 5 + 10 * (index / 20))))
    }
  }

  @Test func writtenFilesAreReadByImageMagick() throws {
    let sample = Sample.smooth()
    let halves = sample.bytes.flatMap { byte in withUnsafeBytes(of: Float16(Float(byte) / 255).bitPattern) { Array($0) }
    }
    let file = try file(Sample(width: sample.width, height: sample.height, layout: .rgbaHalf, bytes: halves))
    let pixels = try ImageMagick.convert(
      ["-", "-set", "colorspace", "sRGB", "-depth", "8", "rgba:-"], input: [UInt8](file))
    for (a, b) in zip(pixels, sample.bytes) { #expect(abs(Int(a) - Int(b)) <= 1) }
    #expect(pixels.count == sample.bytes.count)
  }

  @Test func filesOfImageMagickAreRead() throws {
    let sample = Sample.smooth()
    let file = try ImageMagick.file(sample, ["-set", "colorspace", "RGB"], as: "exr")
    let values = try decode(file).tightBytes.withUnsafeBytes { [Float16]($0.bindMemory(to: Float16.self)) }
    #expect(values.count == sample.bytes.count)
    for (a, b) in zip(values, sample.bytes) { #expect(abs(Float(a) - Float(b) / 255) < 1e-3) }
  }

  @Test func invalidRequestsAreErrors() throws {
    #expect { try self.file(Sample(layout: .rgba8)) } throws: { "\($0)".contains("RGBAh or RGBAf") }
    #expect { try self.file(self.floats(.rgbaHalf), .sRGB) } throws: { "\($0)".contains("linear") }
    let named = EXRBuilder(width: 4, height: 4, tile: 4, channels: [("Z", .float)])
    #expect { _ = try decode(named.file { _, _, _ in 1 }) } throws: { "\($0)".contains("rename its channels") }
  }

  @Test func aFewBytesCannotClaimGigapixels() {
    for tile in [16, 16384] {
      var builder = EXRBuilder(width: 4, height: 4, tile: tile, channels: [("Y", .half)])
      var file = builder.file { _, _, _ in 1 }
      builder = EXRBuilder(width: 2_000_000, height: 3, tile: tile, channels: [("Y", .half)])
      // The data window of another image: four integers after their name, type and size.
      for name in ["dataWindow", "displayWindow"] {
        guard let range = file.firstRange(of: Data(name.utf8)) else { continue }
        let start = range.upperBound + 1 + 6 + 4 + 8
        file.replaceSubrange(start..<start + 4, with: [0x7f, 0x96, 0x98, 0x00])
        file.replaceSubrange(start + 4..<start + 8, with: [0x7f, 0x96, 0x98, 0x00])
      }
      #expect(throws: CodecError.self) { _ = try decode(file) }
    }
  }
}
