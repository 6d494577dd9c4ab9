import ImageFilters
import ImageGraph
import Testing

@Suite struct BumpDistortionLinearTests {
  private func source(_ x: Float, _ y: Float, _ line: SIMD2<Float>) -> SIMD2<Float> {
    BumpDistortionLinear.formula.source(x, y, SIMD2<Float>.zero, line, Float(10), Float(0.5))
  }

  @Test func pixelsComeFromNearerTheLine() {
    // u = 1/2, half of the scale is left; u = 1/4, 27/32 of it; across the line only.
    expect(source(77, 5, [1, 0]), at: [77, 5 * 0.75])
    expect(source(-5, 33, [0, 1]), at: [-5 * 0.75, 33])
    expect(source(77, -2.5, [1, 0]), at: [77, -2.5 * 37 / 64])
  }

  @Test func farFromTheLineNothingMoves() { expect(source(3, 12, [1, 0]), at: [3, 12]) }

  @Test func theExtentStays() throws {
    let image = try filtered("CIBumpDistortionLinear", ["inputImage": .image(flat(.one, square))])
    #expect(image.extent == .finite(square))
  }
}
