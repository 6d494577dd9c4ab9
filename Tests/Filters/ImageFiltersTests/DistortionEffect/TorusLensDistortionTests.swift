import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct TorusLensDistortionTests {
  private func source(_ x: Float, _ y: Float, refraction: Float) -> SIMD2<Float> {
    TorusLensDistortion.formula.source(x, y, SIMD2<Float>(0, 0), Float(50), Float(10), refraction)
  }

  /// Half a width off the axis: 8.66 tan(10.53°) = 1.61 nearer to it, from both sides.
  @Test func raysAreBentTowardsTheRing() {
    let (outer, inner) = (source(55, 0, refraction: 1.5), source(0, 45, refraction: 1.5))
    #expect(abs(outer.x - (55 - 1.6096)) < 1e-3 && abs(outer.y) < 1e-4)
    #expect(abs(inner.y - (45 + 1.6096)) < 1e-3 && abs(inner.x) < 1e-4)
  }

  @Test func insideAndOutsideNothingMoves() {
    expect(source(0, 40, refraction: 1.5), at: [0, 40])
    expect(source(36, 48, refraction: 1.5), at: [36, 48])
  }

  /// The radius is the outer one: 60 less half the width.
  @Test func theRingLiesInsideOfTheRadius() throws {
    let coordinates = TestImage.floats(80, 20) { x, y in [Float(x) + 0.5, 0, 0, 1] }
    let image = try filtered(
      "CITorusLensDistortion",
      [
        "inputImage": .image(coordinates), "inputCenter": .vector([0, 10.5]), "inputRadius": .number(60),
        "inputWidth": .number(20),
        "inputRefraction": .number(1.5),
      ])
    expect(try pixel(image, 61, 10), near: [61.5, 0, 0, 1], within: 1e-3)
    #expect(try pixel(image, 55, 10).x < 55)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 80, height: 20)))
  }
}
