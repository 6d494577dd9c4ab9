import ImageFilters
import ImageGraph
import Testing

@Suite struct VortexDistortionTests {
  private func source(_ x: Float, _ y: Float, angle: Float) -> SIMD2<Float> {
    VortexDistortion.formula.source(x, y, SIMD2<Float>.zero, Float(10), angle)
  }

  @Test func halfWayOutAQuarterOfTheAngleOverTheDistanceIsLeft() {
    // (1 - 1/2)² / 5 is a twentieth: of ten pi, a right angle.
    let from = source(5, 0, angle: 10 * .pi)
    #expect(abs(from.x) < 1e-4 && abs(from.y + 5) < 1e-4)
  }

  @Test func theCentreStays() {
    expect(source(0, 0, angle: 90), at: [0, 0])
  }

  @Test func outsideOfTheCircleNothingMoves() {
    expect(source(10, 0, angle: 3), at: [10, 0])
    expect(source(-30, 40, angle: 3), at: [-30, 40])
  }

  @Test func theExtentTakesInTheCircle() throws {
    let image = try filtered(
      "CIVortexDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(8)])
    #expect(image.extent == .finite(UserRect(x: -3, y: -3, width: 16, height: 16)))
  }
}
