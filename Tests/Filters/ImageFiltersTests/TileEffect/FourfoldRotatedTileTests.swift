import ImageFilters
import ImageGraph
import Testing

@Suite struct FourfoldRotatedTileTests {
  @Test func theCellItselfStays() {
    expect(FourfoldRotatedTile.formula.folded(0.6, 0.2), at: [0.6, 0.2])
    // Cells of 20 pixels from (5, 7), rotated by a right angle.
    let source = FourfoldRotatedTile.formula.source(
      5 - 20 * 0.2, 7 + 20 * 0.6, SIMD2<Float>(5, 7), SIMD2<Float>(0, 1), Float(20))
    expect((source - [5, 7]) / 20, at: [-0.2, 0.6])
  }

  @Test func quarterTurnsLeaveIt() {
    for p in tilingPositions {
      let here = FourfoldRotatedTile.formula.folded(p.x, p.y)
      let there = turned(p, degrees: 90)
      expect(FourfoldRotatedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func itRepeatsEveryTwoWidths() {
    for p in tilingPositions {
      let here = FourfoldRotatedTile.formula.folded(p.x, p.y)
      let there = p + [2, -4]
      expect(FourfoldRotatedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func nothingIsMirrored() {
    // Left of the centre the image is rotated by a quarter turn: right there is up here.
    expect(FourfoldRotatedTile.formula.folded(-0.2, 0.6), at: [0.6, 0.2])
    expect(FourfoldRotatedTile.formula.folded(0.2, 0.6), at: [0.2, 0.6])
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CIFourfoldRotatedTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CIFourfoldRotatedTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
