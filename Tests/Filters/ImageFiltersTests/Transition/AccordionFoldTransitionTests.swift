import ImageFilters
import ImageGraph
import Testing

@Suite struct AccordionFoldTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIAccordionFoldTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputNumberOfFolds": .number(2), "inputFoldShadowAmount": .number(0.5),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func imagesOfTheSameHeightFade() throws {
    let image = try moved(0.25, ["inputBottomHeight": .number(6)])
    for y in [3.0, 6, 23] { expect(try pixel(image, 5, y), near: [0.75, 0, 0.25, 1]) }
  }

  /// Half of 20 pixels have unfolded, from y = 6 to 16: four sides of 2.5 pixels, each darker upwards by 0.25 in all.
  private func half(_ values: [String: InputValue]) throws -> Node {
    try moved(0.5, values.merging(["inputBottomHeight": .number(6)]) { a, _ in a })
  }

  @Test(arguments: [true, false]) func theSurplusFolds(unfolds: Bool) throws {
    let tall = flat(unfolds ? [0, 0, 1, 1] : [1, 0, 0, 1], UserRect(x: 0, y: 0, width: 40, height: 50))
    let image = try half([unfolds ? "inputTargetImage" : "inputImage": .image(tall)])
    #expect(image.extent.rect == UserRect(x: 0, y: 0, width: 40, height: 40))
    for y in [2.0, 17, 38] { expect(try pixel(image, 20, y), near: [0.5, 0, 0.5, 1]) }
    expect(try pixel(image, 20, 6), near: [0.475, 0, 0.475, 1])
    expect(try pixel(image, 20, 7), near: [0.425, 0, 0.425, 1])
  }

  @Test func foldsGoBack() throws {
    // A side is 5 pixels long and half open, so it goes back by 2.5, which is 0.0625 of the width. At y = 7.5, after
    // 0.6 of the first side, x = 0.5 shows what was at 20 - 19.5 · 1.0375 = -0.231: 0.269 of the first pixel.
    let tall = flat([0, 0, 1, 1], UserRect(x: 0, y: 0, width: 40, height: 50))
    let image = try half(["inputTargetImage": .image(tall)])
    #expect(try abs(pixel(image, 0, 7).w - 0.269) < 0.01)
    #expect(try pixel(image, 0, 2).w == 1 && pixel(image, 0, 20).w == 1)
  }

  @Test func theSourceStandsInTheMiddle() throws {
    let wide = flat([0, 0, 1, 1], UserRect(x: 10, y: 5, width: 60, height: 30))
    let image = try half(["inputTargetImage": .image(wide)])
    expect(try pixel(image, 12, 20), near: [0, 0, 0.5, 0.5])
    expect(try pixel(image, 22, 20), near: [0.5, 0, 0.5, 1])
  }
}
