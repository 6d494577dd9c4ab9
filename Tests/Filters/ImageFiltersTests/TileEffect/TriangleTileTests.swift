import ImageFilters
import ImageGraph
import Testing

@Suite struct TriangleTileTests {
  @Test func theCellItselfStays() {
    expect(TriangleTile.formula.folded(0.1, 0.2), at: [0.1, 0.2])
    // Cells of 20 pixels from (5, 7), rotated by a right angle.
    let source = TriangleTile.formula.source(
      5 - 20 * 0.2, 7 + 20 * 0.1, SIMD2<Float>(5, 7), SIMD2<Float>(0, 1), Float(20))
    expect((source - [5, 7]) / 20, at: [-0.2, 0.1])
  }

  @Test func theSidesAreMirrors() {
    // The lower side is at a third of the height of 0.866 below the centre.
    let side: Float = -0.8660254 / 3
    expect(TriangleTile.formula.folded(0.2, side - 0.1), at: [0.2, side + 0.1])
  }

  @Test func itRepeatsFromHexagonToHexagon() {
    for p in tilingPositions {
      let here = TriangleTile.formula.folded(p.x, p.y)
      let there = p + [1.5, 0.8660254]
      expect(TriangleTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CITriangleTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CITriangleTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
