import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct SignedDistanceGradientFromRedMaskTests {
  /// A mask of one pixel, at (8, 8).
  private static let mask = TestImage.floats(17, 17) { x, y in x == 8 && y == 8 ? [0.6, 0, 0, 1] : [0.5, 1, 1, 1] }

  private func distance(_ x: Double, _ y: Double, of image: Node = mask, most: Double = 10) throws -> SIMD4<Float> {
    try pixel(
      filtered(
        "CISignedDistanceGradientFromRedMask", ["inputImage": .image(image), "inputMaximumDistance": .number(most)]), x,
      y)
  }

  @Test func outsideItIsTheDistance() throws {
    expect(try distance(8, 8), near: [0, 0, 0, 1])
    expect(try distance(11, 4), near: [0.5, 0.5, 0.5, 1])
    expect(try distance(60, 4), near: [1, 1, 1, 1])
  }

  /// The square's pixels at the rim have distance 0, those inside count inwards.
  @Test func insideItIsNegative() throws {
    let block = flat([1, 0, 0, 1], UserRect(x: 0, y: 0, width: 9, height: 9))
    #expect(try [0, 1, 2, 3, 4].map { try distance($0, 4, of: block).x } == [0, -0.1, -0.2, -0.3, -0.4])
    expect(try distance(4, 4, of: block, most: 2), near: [-1, -1, -1, 1])
  }
}
