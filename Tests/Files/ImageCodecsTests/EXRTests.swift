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

  /// The image is the display window; "Technical Introduction to OpenEXR".
  @Test(arguments: [8, 64])
  func theDisplayWindowIsTheImage(tile: Int) throws {
    var builder = EXRBuilder(width: 20, height: 10, tile: tile, channels: [("Y", .float)])
    (builder.left, builder.top) = (5, 7)
    for window in [[0, 0, 39, 29], [10, 9, 12, 11], [-3, 12, 30, 40], [5, 7, 24, 16], [100, 100, 103, 101]] {
      builder.display = window
      let (left, top) = (window[0], window[1])
      let (width, height) = (window[2] - left + 1, window[3] - top + 1)
      let image = try decode(builder.file { _, x, y in Float(1 + x + 100 * y) })
      #expect(image.header.width == width && image.header.height == height)
      let isCovered = left >= 5 && top >= 7 && window[2] <= 24 && window[3] <= 16
      #expect(image.header.kind == (isCovered ? .grey : .greyAlpha))
      let values = image.tightBytes.withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
      for (index, value) in values.enumerated() {
        let (x, y) = (index / 4 % width + left - 5, index / 4 / width + top - 7)
        let isInside = (0..<20).contains(x) && (0..<10).contains(y)
        let expected: Float = !isInside ? 0 : index % 4 == 3 ? 1 : Float(1 + x + 100 * y)
        #expect(value == expected, "\(window): \(x) \(y)")
      }
    }
  }

  @Test func rowsOfADisplayWindowComeInAnyOrder() throws {
    var builder = EXRBuilder(width: 4, height: 6, tile: 2, channels: [("Y", .half)])
    builder.display = [-1, -2, 4, 9]
    let file = builder.file { _, x, y in Float(1 + x + 10 * y) }
    let whole = try decode(file).tightBytes
    let rows = try ImageFileRows(file)
    for range in [9..<12, 0..<1, 1..<9, 2..<4] {
      var bytes = [UInt8](repeating: 7, count: 6 * 8 * range.count)
      try bytes.withUnsafeMutableBytes { try rows.read(range, into: $0.baseAddress!, rowBytes: 6 * 8) }
      #expect(bytes == Array(whole[range.lowerBound * 48..<range.upperBound * 48]))
    }
  }

  @Test func anInvalidDisplayWindowIsAnError() {
    var builder = EXRBuilder(width: 2, height: 2, tile: 2, channels: [("Y", .half)])
    for window in [[0, 0, -1, -1], [-2_000_000_000, 0, 2_000_000_000, 0], [0, 0, 2_000_000_000, 2_000_000_000]] {
      builder.display = window
      #expect(throws: CodecError.self, "\(window)") { _ = try decode(builder.file { _, _, _ in 1 }) }
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
