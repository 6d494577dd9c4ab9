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

  @Test func pleatsAreLowerAndEverySecondSideDarker() throws {
    // At 1/2 of the time 15 of 30 pixels are left, four sides of 3.75 pixels.
    let image = try moved(0.5)
    expect(try pixel(image, 5, 16), near: [0, 0, 1, 1])
    expect(try pixel(image, 5, 2), near: [1, 0, 0, 1])
    expect(try pixel(image, 5, 5), near: [0.75, 0, 0, 1])
    expect(try pixel(image, 5, 9), near: [1, 0, 0, 1])
  }

  @Test func theBottomFades() throws {
    let image = try moved(0.25, ["inputBottomHeight": .number(6)])
    expect(try pixel(image, 5, 3), near: [0.75, 0, 0.25, 1])
    expect(try pixel(image, 5, 23), near: [1, 0, 0, 1], within: 0.5)
    expect(try pixel(image, 5, 25), near: [0, 0, 1, 1])
  }
}
