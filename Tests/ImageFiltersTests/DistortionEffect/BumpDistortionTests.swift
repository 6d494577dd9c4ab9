import ImageFilters
import ImageGraph
import Testing

@Suite struct BumpDistortionTests {
  private func source(_ x: Float, _ y: Float, scale: Float) -> SIMD2<Float> {
    BumpDistortion.formula.source(x, y, SIMD2<Float>.zero, Float(10), scale)
  }

  @Test func pixelsComeFromNearerTheCentre() {
    // u² = 1/4: 1 - 0.5 · (3/4)² = 0.71875.
    expect(source(3, 4, scale: 0.5), at: [3 * 0.71875, 4 * 0.71875])
    expect(source(3, 4, scale: -0.5), at: [3 * 1.28125, 4 * 1.28125])
  }

  @Test func scaleZeroAndTheOutsideStay() {
    expect(source(3, 4, scale: 0), at: [3, 4])
    expect(source(30, -40, scale: 1), at: [30, -40])
  }

  @Test func theExtentStays() throws {
    let image = try filtered(
      "CIBumpDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(80)])
    #expect(image.extent == .finite(square))
  }
}
