import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct DistanceGradientFromRedMaskTests {
  /// A mask of one pixel, at (8, 8).
  private static let mask = TestImage.floats(17, 17) { x, y in x == 8 && y == 8 ? [0.6, 0, 0, 1] : [0.5, 1, 1, 1] }

  private func distance(_ x: Double, _ y: Double, of image: Node = mask, most: Double = 10) throws -> SIMD4<Float> {
    try pixel(
      filtered("CIDistanceGradientFromRedMask", ["inputImage": .image(image), "inputMaximumDistance": .number(most)]),
      x, y)
  }

  @Test func distanceIsThatOfPixelCentres() throws {
    expect(try distance(8, 8), near: [0, 0, 0, 1])
    expect(try distance(11, 4), near: [0.5, 0.5, 0.5, 1])
    expect(try distance(-1, 8), near: [0.9, 0.9, 0.9, 1])
    expect(try distance(-100, 8), near: [1, 1, 1, 1])
    expect(try distance(11, 4, most: 4), near: [1, 1, 1, 1])
  }

  @Test func theResultHasNoEnd() throws {
    #expect(try filtered("CIDistanceGradientFromRedMask", ["inputImage": .image(Self.mask)]).extent == .infinite)
  }

  @Test func aDistanceBeyondTheLimitIsRefused() {
    #expect(message { _ = try distance(0, 0, most: 5000) }.contains("inputMaximumDistance"))
  }
}
