import ImageFilters
import ImageGraph
import Testing

@Suite struct SixfoldRotatedTileTests {
  @Test func theCellItselfStays() {
    expect(SixfoldRotatedTile.formula.folded(0.3, 0.2), at: [0.3, 0.2])
    // Widths of 20 pixels from (5, 7), rotated by a right angle.
    let source = SixfoldRotatedTile.formula.source(
      5 - 20 * 0.2, 7 + 20 * 0.3, SIMD2<Float>(5, 7), SIMD2<Float>(0, 1), Float(20))
    expect((source - [5, 7]) / 20, at: [-0.2, 0.3])
  }

  @Test func sixthsOfATurnLeaveIt() {
    for p in tilingPositions {
      let here = SixfoldRotatedTile.formula.folded(p.x, p.y)
      let there = turned(p, degrees: 60)
      expect(SixfoldRotatedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func itRepeatsAWidthAwayAtThirtyDegrees() {
    for p in tilingPositions {
      let here = SixfoldRotatedTile.formula.folded(p.x, p.y)
      let there = p + [0.8660254, 0.5]
      expect(SixfoldRotatedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CISixfoldRotatedTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CISixfoldRotatedTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
