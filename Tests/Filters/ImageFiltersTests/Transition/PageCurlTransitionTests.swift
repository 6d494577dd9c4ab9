import ImageFilters
import ImageGraph
import Testing

@Suite struct PageCurlTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIPageCurlTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputShadingImage": .image(.empty),
        "inputBacksideImage": .image(flat([0, 1, 0, 1], area)), "inputExtent": .vector([0, 0, 40, 30]),
        "inputRadius": .number(4),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func beforeTheCylinderItIsTheTargetAndBeyondItTheSource() throws {
    // The line is at 0.4 · 44 = 17.6: the cylinder begins at 13.6.
    let image = try moved(0.4)
    expect(try pixel(image, 10, 15), near: [0, 0, 1, 1])
    expect(try pixel(image, 38, 15), near: [1, 0, 0, 1])
  }

  @Test func theBacksideLiesAboveThePage() throws {
    // What was at 0 lies at 17.6 + 17.6 - 4π = 22.6 now.
    let image = try moved(0.4)
    expect(try pixel(image, 21, 15), near: [0, 1, 0, 1])
    expect(try pixel(image, 24, 15), near: [1, 0, 0, 1])
  }
}
