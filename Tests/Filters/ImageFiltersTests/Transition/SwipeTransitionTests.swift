import ImageFilters
import ImageGraph
import Testing

@Suite struct SwipeTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CISwipeTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputExtent": .vector([0, 0, 40, 30]), "inputWidth": .number(20),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func theBandMovesAlongTheAngle() throws {
    // From -20 to 40 in time 1: at 1/2 it covers 10...30, the target to its left.
    let image = try moved(0.5)
    expect(try pixel(image, 5, 3), near: [0, 0, 1, 1])
    expect(try pixel(image, 35, 3), near: [1, 0, 0, 1])
    expect(try pixel(image, 14, 3), near: [0.225, 0, 0.775, 1])
  }

  @Test func theColourIsStrongestInTheMiddle() throws {
    let image = try moved(0.5, ["inputOpacity": .number(1), "inputColor": .color(.white)])
    // Half a pixel off the middle: 1/40 of the band.
    expect(try pixel(image, 20, 3), near: [0.95 + 0.05 * 0.525, 0.95, 0.95 + 0.05 * 0.475, 1], within: 1e-4)
  }
}
