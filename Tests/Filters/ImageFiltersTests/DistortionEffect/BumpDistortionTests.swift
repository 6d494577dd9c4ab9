import ImageFilters
import ImageGraph
import Testing

@Suite struct BumpDistortionTests {
  private func source(_ x: Float, _ y: Float, scale: Float) -> SIMD2<Float> {
    BumpDistortion.formula.source(x, y, SIMD2<Float>.zero, Float(10), scale)
  }

  @Test func pixelsComeFromNearerTheCentre() {
    // u = 1/2: half of the scale is left.
    expect(source(3, 4, scale: 0.5), at: [3 * 0.75, 4 * 0.75])
    expect(source(3, 4, scale: -0.5), at: [3 * 1.25, 4 * 1.25])
    // u = 1/4: 1 - 3/16 + 2/64 = 27/32 of it.
    expect(source(0, 2.5, scale: 0.5), at: [0, 2.5 * 37 / 64])
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
