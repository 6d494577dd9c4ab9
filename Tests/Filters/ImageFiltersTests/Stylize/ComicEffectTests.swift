import ImageFilters
import ImageGraph
import Testing

@Suite struct ComicEffectTests {
  @Test func aFlatColourIsMixedWithItsDots() throws {
    let colour: SIMD4<Float> = [0.2, 0.5, 0.8, 1]
    let image = try filtered(
      "CIComicEffect", ["inputImage": .image(flat(colour, UserRect(x: 0, y: 0, width: 60, height: 60)))])
    let dots = try filtered(
      "CICMYKHalftone",
      [
        "inputImage": .image(flat(colour, UserRect(x: 0, y: 0, width: 60, height: 60))),
        "inputCenter": .vector([0, 0]),
        "inputWidth": .number(5), "inputSharpness": .number(0.5), "inputGCR": .number(0.8),
      ])
    expect(try pixel(image, 30, 31), near: try colour * 0.4 + pixel(dots, 30, 31) * 0.6)
  }

  @Test func anEdgeIsBlack() throws {
    let bright = flat(.one, UserRect(x: 0, y: 0, width: 30, height: 60))
    let image = try filtered(
      "CIComicEffect",
      [
        "inputImage": .image(
          Node.combined(
            [bright, flat([0, 0, 0, 1], UserRect(x: 0, y: 0, width: 60, height: 60))],
            by: SourceOverCompositing.formula,
            extent: .union))
      ])
    expect(try pixel(image, 29, 30), near: [0, 0, 0, 1])
  }
}
