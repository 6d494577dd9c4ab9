import ImageFilters
import ImageGraph
import Testing

@Suite struct BumpDistortionLinearTests {
  private func source(_ x: Float, _ y: Float, _ line: SIMD2<Float>) -> SIMD2<Float> {
    BumpDistortionLinear.formula.source(x, y, SIMD2<Float>.zero, line, Float(10), Float(0.5))
  }

  @Test func pixelsComeFromNearerTheLine() {
    // u² = 1/4: 1 - 0.5 · (3/4)² = 0.71875, across the line only.
    expect(source(77, 5, [1, 0]), at: [77, 5 * 0.71875])
    expect(source(-5, 33, [0, 1]), at: [-5 * 0.71875, 33])
  }

  @Test func farFromTheLineNothingMoves() { expect(source(3, 12, [1, 0]), at: [3, 12]) }

  @Test func theExtentStays() throws {
    let image = try filtered("CIBumpDistortionLinear", ["inputImage": .image(flat(.one, square))])
    #expect(image.extent == .finite(square))
  }
}
