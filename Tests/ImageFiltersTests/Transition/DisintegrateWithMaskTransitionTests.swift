import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct DisintegrateWithMaskTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIDisintegrateWithMaskTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputMaskImage": .image(ramp), "inputShadowDensity": .number(0),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  /// Green rises from 0 to 1 along x.
  private let ramp = TestImage.floats(40, 30) { x, _ in [0, Float(x) / 39, 0, 1] }

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func theTargetShowsWhereTheMaskIsBelowTheTime() throws {
    let image = try moved(0.5)
    expect(try pixel(image, 17, 3), near: [0, 0, 1, 1])
    expect(try pixel(image, 22, 3), near: [1, 0, 0, 1])
  }

  @Test func theShadowLiesOnTheTarget() throws {
    let image = try moved(
      0.5, ["inputShadowDensity": .number(1), "inputShadowRadius": .number(8), "inputShadowOffset": .vector([0, 0])])
    let row = try [2.0, 10, 15, 17].map { try pixel(image, $0, 15).z }
    // Far from the edge 7/8 of its light is left; 5/8 of sigma, 4, before it the shadow's is 0.266.
    #expect(abs(row[0] - 0.875) < 0.01 && row[1] > row[2] && row[2] > row[3])
    #expect(abs(row[3] - 0.875 * (1 - 0.266)) < 0.01)
    expect(try pixel(image, 30, 15), near: [1.125, 0, 0, 1])
  }
}
