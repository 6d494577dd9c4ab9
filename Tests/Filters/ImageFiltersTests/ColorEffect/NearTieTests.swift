import ImageColor
import ImageFilters
import ImageGraph
import RandomNumbers
import TestSupport
import Testing

/// Colours with equal distances within rounding: the first counts, on every device.
@Suite struct NearTieTests {
  /// Bytes, as of a file: their distances are whole numbers, often the same one twice.
  private func bytes(_ width: Int, _ height: Int, seed: UInt64) throws -> Node {
    let buffer = try PixelBuffer(width: width, height: height, format: .rgba8)
    var random = SplitMix(seed: seed)
    for y in 0..<height {
      for x in 0..<width {
        func byte() -> Float { Float(Int.random(in: 0...7, using: &random)) / 7 }
        buffer.store([byte(), byte(), byte(), 1], x: x, y: y)
      }
    }
    return .source(Source(buffer, colorSpace: .sRGB, alpha: .opaque))
  }

  @Test(arguments: ["CIPalettize", "CIPaletteCentroid"], Backend.available)
  func theFirstOfTwoCounts(_ name: String, on backend: Backend) throws {
    let image = try filtered(
      name,
      [
        "inputImage": .image(try bytes(32, 24, seed: 3)), "inputPaletteImage": .image(try bytes(16, 1, seed: 9)),
        "inputPerceptual": .bool(true),
      ])
    let frame = try #require(image.extent.rect)
    expect(
      try backend.render(image, frame, working: .rgbaFloat), equals: try renderReference(image, frame),
      within: Tolerance(absolute: 1e-4, relative: 1e-4), name)
  }
}
