import ImageFilters
import ImageGraph
import Testing

@Suite struct RippleTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIRippleTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputShadingImage": .image(.empty), "inputCenter": .vector([20, 15]),
        "inputExtent": .vector([0, 0, 40, 30]), "inputWidth": .number(10),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func insideOfTheWaveItIsTheTarget() throws {
    // The front is at 0.6 · 35 = 21, its end at 11.
    let image = try moved(0.6, ["inputScale": .number(0)])
    expect(try pixel(image, 20, 15), near: [0, 0, 1, 1])
    expect(try pixel(image, 0, 0), near: [1, 0, 0, 1])
    // 16.508 from the middle u is 0.4492, and its smooth step 0.4243.
    expect(try pixel(image, 36, 15), near: [0.5757, 0, 0.4243, 1], within: 0.001)
  }

  @Test func atTheRimItIsWhatIsNext() throws {
    // The wave reads 15 pixels further out than the image's rim.
    expect(try pixel(moved(0.6, ["inputScale": .number(50)]), 36, 15), near: [0.5757, 0, 0.4243, 1], within: 0.001)
  }
}
