import ImageFilters
import ImageGraph
import Testing

@Suite struct KaleidoscopeTests {
  @Test func directionsAreFoldedIntoTheFirstWedge() {
    // Count 2: wedges of 90 degrees. Left of the centre is right of it, below is above.
    let wedge = Float.pi / 2
    expect(Kaleidoscope.formula.source(-3, 4, SIMD2<Float>.zero, Float(0), wedge), at: [3, 4])
    expect(Kaleidoscope.formula.source(-3, -4, SIMD2<Float>.zero, Float(0), wedge), at: [3, 4])
    expect(Kaleidoscope.formula.source(3, 4, SIMD2<Float>.zero, Float(0), wedge), at: [3, 4])
  }

  @Test func theAngleTurnsTheFirstWedge() {
    // It begins at 90 degrees, so what lies right of the centre comes from the left.
    let source = Kaleidoscope.formula.source(3, 4, SIMD2<Float>.zero, Float.pi / 2, Float.pi / 2)
    #expect(abs(source.x + 3) < 1e-4 && abs(source.y - 4) < 1e-4)
  }

  /// 1000 x 562 pixels, seen from (100, 100): the corner at (1000, 562) is 1011.7 pixels away.
  @Test func theExtentReachesTheFarthestCorner() throws {
    let image = try filtered(
      "CIKaleidoscope",
      [
        "inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 1000, height: 562))),
        "inputCenter": .vector([100, 100]),
      ])
    let extent = try #require(image.extent.rect)
    #expect(abs(extent.min.x + 911.654) < 1e-3 && abs(extent.max.y - 1111.654) < 1e-3)
  }

  @Test func noWedgesAreOne() throws {
    let image = try filtered(
      "CIKaleidoscope",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputCount": .number(-3)])
    expect(try pixel(image, 5, 5), near: .one)
  }
}
