import ImageFilters
import ImageGraph
import Testing

@Suite struct CopyMachineTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CICopyMachineTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputExtent": .vector([0, 0, 40, 30]), "inputWidth": .number(10),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func theBarIsBrightestNearItsFront() throws {
    // Half the diagonal is 25: the bar begins at -5 + 0.3 · 70.12 = 16.036, and reaches 26.036.
    let image = try moved(0.3, ["inputOpacity": .number(1), "inputColor": .color(.white)])
    expect(try pixel(image, 12, 3), near: [0, 0, 1, 1])
    expect(try pixel(image, 30, 3), near: [1, 0, 0, 1])
    // u 0.1464: l 0.1764, gain 1.2314; u 0.8464: l 0.9035, gain 2.3035.
    expect(try pixel(image, 17, 3), near: [0.3929, 0.2126, 1.2637, 1], within: 2e-4)
    expect(try pixel(image, 24, 3), near: [3.9872, 2.0376, 2.3914, 1], within: 5e-4)
  }
}
