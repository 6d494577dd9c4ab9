import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct OpTileTests {
  @Test func squaresShowMoreWithTheScale() {
    // Squares of 10 about (5, 5): the next middle is (15, 5); 2 pixels right of it 6 are shown at scale 3.
    expect(OpTile.formula.source(17, 5, SIMD2<Float>(5, 5), SIMD2<Float>(3, 0), Float(10)), at: [21, 5])
    // A quarter turn counterclockwise brings what is below the middle to its right.
    expect(OpTile.formula.source(17, 5, SIMD2<Float>(5, 5), SIMD2<Float>(0, 1), Float(10)), at: [15, 3])
  }

  @Test func scaleOneIsTheImage() throws {
    let input = TestImage.noise(20, 20, seed: 3)
    let image = try filtered(
      "CIOpTile", ["inputImage": .image(input), "inputScale": .number(1), "inputCenter": .vector([3, 4])])
    expect(try pixel(image, 7, 9), near: try pixel(input, 7, 9))
    #expect(image.extent == .infinite)
  }
}
