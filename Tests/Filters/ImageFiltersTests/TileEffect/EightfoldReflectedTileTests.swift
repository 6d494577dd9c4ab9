import ImageFilters
import ImageGraph
import Testing

@Suite struct EightfoldReflectedTileTests {
  @Test func theCellItselfStays() {
    expect(EightfoldReflectedTile.formula.folded(0.4, 0.2), at: [0.4, 0.2])
    // Squares of 20 pixels from (5, 7), rotated by a right angle.
    let source = EightfoldReflectedTile.formula.source(
      5 - 20 * 0.2, 7 + 20 * 0.4, SIMD2<Float>(5, 7), SIMD2<Float>(0, 1), Float(20))
    expect((source - [5, 7]) / 20, at: [-0.2, 0.4])
  }

  /// The leg is half a width: 0.7 is 0.3 on the way back, and the larger coordinate comes first.
  @Test func theLegIsHalfAWidth() {
    expect(EightfoldReflectedTile.formula.folded(0.7, 0.1), at: [0.3, 0.1])
    expect(EightfoldReflectedTile.formula.folded(-0.9, 0.7), at: [0.3, 0.1])
  }

  @Test func mirrorsAreEvery45Degrees() {
    for p in tilingPositions {
      let here = EightfoldReflectedTile.formula.folded(p.x, p.y)
      let there = SIMD2(p.y, p.x)
      expect(EightfoldReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func itRepeatsEveryWidth() {
    for p in tilingPositions {
      let here = EightfoldReflectedTile.formula.folded(p.x, p.y)
      let there = p + [1, -2]
      expect(EightfoldReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func quarterTurnsLeaveIt() {
    for p in tilingPositions {
      let here = EightfoldReflectedTile.formula.folded(p.x, p.y)
      let there = turned(p, degrees: 90)
      expect(EightfoldReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CIEightfoldReflectedTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CIEightfoldReflectedTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
