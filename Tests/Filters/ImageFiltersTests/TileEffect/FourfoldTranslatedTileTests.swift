import ImageFilters
import ImageGraph
import Testing

@Suite struct FourfoldTranslatedTileTests {
  @Test func theCellItselfStays() {
    expect(FourfoldTranslatedTile.formula.foldedSquarely(0.6, 0.2), at: [0.6, 0.2])
  }

  /// Sides at 60 degrees: half along the one and a quarter along the other.
  @Test func aPositionInASlantedCellStays() {
    let slant: SIMD2<Float> = [0.5, 0.8660254]
    let position = SIMD2<Float>(0.5, 0) + slant * 0.25
    expect(
      FourfoldTranslatedTile.formula.source(
        position.x, position.y, SIMD2<Float>.zero, SIMD2<Float>(1, 0), Float(1), slant),
      at: position)
  }

  @Test func aFlatCellIsStillOne() throws {
    let image = try filtered(
      "CIFourfoldTranslatedTile",
      [
        "inputImage": .image(flat(.one, UserRect(x: -400, y: -400, width: 1000, height: 1000))),
        "inputAcuteAngle": .number(0),
      ])
    expect(try pixel(image, 30, 40), near: .one)
  }

  @Test func itRepeatsEveryWidth() {
    for p in tilingPositions {
      let here = FourfoldTranslatedTile.formula.foldedSquarely(p.x, p.y)
      let there = p + [1, -2]
      expect(FourfoldTranslatedTile.formula.foldedSquarely(there.x, there.y), at: here)
    }
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CIFourfoldTranslatedTile", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -1234, 777), near: .one)
  }

  @Test func aWidthOfNothingIsAPixel() throws {
    let image = try filtered(
      "CIFourfoldTranslatedTile",
      ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 400, height: 400))), "inputWidth": .number(0)])
    expect(try pixel(image, -30, 50), near: .one)
  }
}
