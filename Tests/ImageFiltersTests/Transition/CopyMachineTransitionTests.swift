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
    // Half the diagonal is 25: the bar begins at -5 + 0.3 · 70 = 16, and reaches 26.
    let image = try moved(0.3, ["inputOpacity": .number(1), "inputColor": .color(.white)])
    expect(try pixel(image, 12, 3), near: [0, 0, 1, 1])
    expect(try pixel(image, 30, 3), near: [1, 0, 0, 1])
    // u 0.15: l 0.18; u 0.85: l 0.9.
    expect(
      try pixel(image, 17, 3), near: [(0.15 + 0.18) * 1.234, 0.18 * 1.234, (0.85 + 0.18) * 1.234, 1], within: 1e-4)
    expect(try pixel(image, 24, 3), near: [(0.85 + 0.9) * 2.17, 0.9 * 2.17, (0.15 + 0.9) * 2.17, 1], within: 1e-4)
  }
}
