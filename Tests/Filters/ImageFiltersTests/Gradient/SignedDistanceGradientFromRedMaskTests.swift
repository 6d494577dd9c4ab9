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

  /// Every distance up to the largest, by looking at all pixels.
  @Test(arguments: [1.0, 2.5, 7, 24, 50])
  func distancesAreThoseOfAllPixels(_ most: Double) throws {
    let (width, height) = (37, 45)
    func isMask(_ x: Int, _ y: Int) -> Bool {
      (0..<width).contains(x) && (0..<height).contains(y) && (x * 7 + y * 13) % 41 < 2 + 5 * (y / 30)
    }
    let image = TestImage.floats(width, height) { x, y in isMask(x, height - 1 - y) ? [1, 0, 0, 1] : [0, 0, 0, 1] }
    let node = try filtered(
      "CISignedDistanceGradientFromRedMask", ["inputImage": .image(image), "inputMaximumDistance": .number(most)])
    let region = UserRect(x: -20, y: -20, width: 70, height: 80)
    let source = try renderReference(node, region)
    let reach = Int(most) + 2
    for y in stride(from: -20, to: 60, by: 3) {
      for x in stride(from: -20, to: 50, by: 3) {
        var nearest = Double.infinity
        for dy in -reach...reach {
          for dx in -reach...reach where isMask(x + dx, y + dy) != isMask(x, y) {
            nearest = min(nearest, Double(dx * dx + dy * dy).squareRoot())
          }
        }
        let expected = isMask(x, y) ? -min((nearest - 1) / most, 1) : min(nearest / most, 1)
        let value = source.pixels[(59 - y) * 70 + x + 20].x
        #expect(abs(Double(value) - expected) < 1e-5, "\(x), \(y): \(value), not \(expected)")
      }
    }
  }

  /// The square's pixels at the rim have distance 0, those inside count inwards.
  @Test func insideItIsNegative() throws {
    let block = flat([1, 0, 0, 1], UserRect(x: 0, y: 0, width: 9, height: 9))
    #expect(try [0, 1, 2, 3, 4].map { try distance($0, 4, of: block).x } == [0, -0.1, -0.2, -0.3, -0.4])
    expect(try distance(4, 4, of: block, most: 2), near: [-1, -1, -1, 1])
  }
}
