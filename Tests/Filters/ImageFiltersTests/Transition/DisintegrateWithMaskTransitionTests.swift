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
    // The source is brighter, and the target darker, by t (1 - t) / 2.
    let image = try moved(0.5)
    expect(try pixel(image, 17, 3), near: [0, 0, 0.875, 1])
    expect(try pixel(image, 22, 3), near: [1.125, 0, 0, 1])
  }

  /// The front passes between x = 19 and 20, 0.481 pixels from their values.
  @Test func theFrontIsAPixelWide() throws {
    expect(try pixel(moved(0.5), 19, 3), near: [1.125 * 0.019, 0, 0.875 * 0.981, 1], within: 0.001)
    expect(try pixel(moved(0.5), 20, 3), near: [1.125 * 0.981, 0, 0.875 * 0.019, 1], within: 0.001)
  }

  @Test func theShadowFallsWhereItsOffsetSays() throws {
    let image = try moved(
      0.5, ["inputShadowDensity": .number(1), "inputShadowRadius": .number(8), "inputShadowOffset": .vector([-8, 0])])
    #expect(try abs(pixel(image, 9, 15).z - 0.875 * (1 - 0.199)) < 0.001)
  }

  @Test func theShadowLiesOnTheTarget() throws {
    let image = try moved(
      0.5, ["inputShadowDensity": .number(1), "inputShadowRadius": .number(8), "inputShadowOffset": .vector([0, 0])])
    // Far from the front 7/8 of its light is left. x = 17 and 18 are 2.406 and 1.444 pixels of 1/39 and 0.001 before
    // it.
    for (x, shade) in [(2.0, 0), (10, 0), (17, 0.5 - 2.406 / 8), (18, 0.5 - 1.444 / 8)] {
      #expect(try abs(Double(pixel(image, x, 15).z) - 0.875 * (1 - shade)) < 0.001)
    }
    expect(try pixel(image, 30, 15), near: [1.125, 0, 0, 1])
  }
}
