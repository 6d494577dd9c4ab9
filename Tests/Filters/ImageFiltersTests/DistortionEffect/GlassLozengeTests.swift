import ImageFilters
import ImageGraph
import Testing

@Suite struct GlassLozengeTests {
  private func source(_ x: Float, _ y: Float, refraction: Float) -> SIMD2<Float> {
    GlassLozenge.formula.source(x, y, SIMD2<Float>(0, 0), SIMD2<Float>(100, 0), Float(10), refraction)
  }

  /// Half a radius off the axis: i = 30°, and with 1.5 t = 19.47°; 8.66 tan(10.53°) = 1.61 closer.
  @Test func raysAreBentTowardsTheAxis() {
    let from = source(40, 5, refraction: 1.5)
    #expect(abs(from.x - 40) < 1e-4 && abs(from.y - (5 - 1.6096)) < 1e-3)
    // Behind the end of the axis, towards its end.
    let end = source(105, 0, refraction: 1.5)
    #expect(abs(end.x - (105 - 1.6096)) < 1e-3 && abs(end.y) < 1e-4)
  }

  @Test func airBendsNothing() {
    let from = source(40, 5, refraction: 1)
    #expect(abs(from.x - 40) < 1e-4 && abs(from.y - 5) < 1e-4)
  }

  @Test func outsideNothingMoves() {
    expect(source(40, 10, refraction: 1.5), at: [40, 10])
    expect(source(-30, 20, refraction: 0.5), at: [-30, 20])
  }

  @Test func theExtentStays() throws {
    let image = try filtered("CIGlassLozenge", ["inputImage": .image(flat(.one, square))])
    #expect(image.extent == .finite(square))
  }
}
