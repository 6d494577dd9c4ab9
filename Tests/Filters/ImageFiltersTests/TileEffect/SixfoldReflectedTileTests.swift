import ImageFilters
import ImageGraph
import Testing

@Suite struct SixfoldReflectedTileTests {
  @Test func theCellItselfStays() {
    // In the triangle (0.577, 0), (1.155, 0), (0.866, 0.5).
    expect(SixfoldReflectedTile.formula.folded(0.8, 0.3), at: [0.8, 0.3])
    expect(SixfoldReflectedTile.formula.folded(1.1, 0.05), at: [1.1, 0.05])
    // Widths of 20 pixels from (5, 7), rotated by a right angle.
    let source = SixfoldReflectedTile.formula.source(
      5 - 20 * 0.3, 7 + 20 * 0.8, SIMD2<Float>(5, 7), SIMD2<Float>(0, 1), Float(20))
    expect((source - [5, 7]) / 20, at: [-0.3, 0.8])
  }

  /// The side from (0.577, 0) to (0.866, 0.5) is a mirror, and so is the line at 60 degrees through the centre: the
  /// triangle at the centre shows the cell turned by a third of a turn about (0.577, 0).
  @Test func theCentreShowsTheCellAcrossTwoMirrors() {
    expect(SixfoldReflectedTile.formula.folded(0, 0), at: [0.8660254, 0.5])
    // The middles of the two triangles, a third of a side above the axis.
    expect(SixfoldReflectedTile.formula.folded(0.28867513, 0.16666667), at: [0.8660254, 0.16666667])
    // On the axis 0.1 from that corner, turned by 120 degrees clockwise: 60 degrees up from it.
    expect(SixfoldReflectedTile.formula.folded(0.47735027, 0), at: [0.57735027 + 0.05, 0.08660254])
  }

  @Test func thirdsOfATurnLeaveIt() {
    for p in tilingPositions {
      let here = SixfoldReflectedTile.formula.folded(p.x, p.y)
      let there = turned(p, degrees: 120)
      expect(SixfoldReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func theAxisIsAMirror() {
    for p in tilingPositions {
      let here = SixfoldReflectedTile.formula.folded(p.x, p.y)
      let there = SIMD2(p.x, -p.y)
      expect(SixfoldReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func itRepeatsAWidthAwayAtThirtyDegrees() {
    for p in tilingPositions {
      let here = SixfoldReflectedTile.formula.folded(p.x, p.y)
      let there = p + [0.8660254, 0.5]
      expect(SixfoldReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CISixfoldReflectedTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CISixfoldReflectedTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
