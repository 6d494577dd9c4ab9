import ImageFilters
import ImageGraph
import Testing

@Suite struct ParallelogramTileTests {
  @Test func theCellItselfStays() {
    expect(ParallelogramTile.formula.foldedSquarely(0.3, 0.2), at: [0.3, 0.2])
  }

  /// Sides at 60 degrees: half along the one and a quarter along the other.
  @Test func aPositionInASlantedCellStays() {
    let slant: SIMD2<Float> = [0.5, 0.8660254]
    let position = SIMD2<Float>(0.5, 0) + slant * 0.25
    expect(
      ParallelogramTile.formula.source(position.x, position.y, SIMD2<Float>.zero, SIMD2<Float>(1, 0), Float(1), slant),
      at: position)
  }

  @Test func aFlatCellIsStillOne() throws {
    let image = try filtered(
      "CIParallelogramTile",
      [
        "inputImage": .image(flat(.one, UserRect(x: -400, y: -400, width: 1000, height: 1000))),
        "inputAcuteAngle": .number(0),
      ])
    expect(try pixel(image, 30, 40), near: .one)
  }

  @Test func theSidesAreMirrors() {
    for p in tilingPositions {
      let here = ParallelogramTile.formula.foldedSquarely(p.x, p.y)
      let there = SIMD2(1 - p.x, p.y)
      expect(ParallelogramTile.formula.foldedSquarely(there.x, there.y), at: here)
    }
  }

  @Test func itRepeatsEveryTwoWidths() {
    for p in tilingPositions {
      let here = ParallelogramTile.formula.foldedSquarely(p.x, p.y)
      let there = p + [2, -4]
      expect(ParallelogramTile.formula.foldedSquarely(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CIParallelogramTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CIParallelogramTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
