import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct NoiseReductionTests {
  func reduced(_ image: Node, _ level: Double, _ sharpness: Double) throws -> Node {
    try filtered(
      "CINoiseReduction",
      ["inputImage": .image(image), "inputNoiseLevel": .number(level), "inputSharpness": .number(sharpness)])
  }

  /// Returns grey 0.5 with a brighter pixel in the middle.
  private func spot(_ bright: Float) -> Node {
    TestImage.floats(9, 9) { x, y in SIMD4(SIMD3(repeating: x == 4 && y == 4 ? bright : 0.5), 1) }
  }

  @Test func smallChangesAreBlurred() throws {
    // The Gaussian's weight in the middle: 1 over the square of 1 + 2 · 0.7439 + 2 · 0.3063.
    let middle: Float = 1 / (3.1003 * 3.1003)
    let image = try reduced(spot(0.52), 0.1, 0.4)
    expect(
      try pixel(image, 4, 4), near: [0.5 + 0.02 * middle, 0.5 + 0.02 * middle, 0.5 + 0.02 * middle, 1], within: 1e-4)
  }

  @Test func largeChangesAreSharpened() throws {
    let middle: Float = 1 / (3.1003 * 3.1003)
    // c + sharpness (c - blur)
    let expected = 1 + 0.4 * (0.5 - 0.5 * middle)
    expect(try pixel(reduced(spot(1), 0.02, 0.4), 4, 4), near: [expected, expected, expected, 1], within: 1e-4)
  }

  @Test func theIdentityPassesTheImageOn() throws {
    let input = spot(1)
    #expect(try reduced(input, 0, 0) === input)
  }
}
