import ImageFilters
import ImageGraph
import Testing

@Suite struct GlideReflectedTileTests {
  @Test func theCellItselfStays() {
    expect(GlideReflectedTile.formula.folded(0.6, 0.2), at: [0.6, 0.2])
    // Cells of 20 pixels from (5, 7), rotated by a right angle.
    let source = GlideReflectedTile.formula.source(
      5 - 20 * 0.2, 7 + 20 * 0.6, SIMD2<Float>(5, 7), SIMD2<Float>(0, 1), Float(20))
    expect((source - [5, 7]) / 20, at: [-0.2, 0.6])
  }

  @Test func aWidthFurtherItIsMirrored() {
    for p in tilingPositions {
      let here = GlideReflectedTile.formula.folded(p.x, p.y)
      let there = SIMD2(p.x + 1, -p.y)
      expect(GlideReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func acrossTheAxisItRepeats() {
    for p in tilingPositions {
      let here = GlideReflectedTile.formula.folded(p.x, p.y)
      let there = p + [0, 3]
      expect(GlideReflectedTile.formula.folded(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CIGlideReflectedTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CIGlideReflectedTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
