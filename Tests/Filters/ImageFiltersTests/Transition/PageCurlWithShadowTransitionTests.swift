import ImageFilters
import ImageGraph
import Testing

@Suite struct PageCurlWithShadowTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIPageCurlWithShadowTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputBacksideImage": .image(flat([0, 1, 0, 1], area)), "inputRadius": .number(4),
        "inputShadowSize": .number(1),
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
    expect(try pixel(image, 8, 15), near: [0, 0, 1, 1])
    expect(try pixel(image, 38, 15), near: [1, 0, 0, 1])
  }

  @Test func theBacksideLiesAboveThePage() throws {
    // What was at 0 lies at 17.6 + 17.6 - 4π = 22.6 now.
    let image = try moved(0.4)
    expect(try pixel(image, 21, 15), near: [0, 1, 0, 1])
    expect(try pixel(image, 24, 15), near: [1, 0, 0, 1])
  }

  @Test func theShadowLiesBesideTheCylinder() throws {
    // Half the amount at the cylinder's edge, 13.6; nothing is left three quarters of a radius farther.
    let image = try moved(0.4, ["inputShadowAmount": .number(1)])
    #expect(try pixel(image, 13, 15).z < 0.6 && pixel(image, 9, 15).z > 0.98)
  }

  @Test func theShadowEndsWithItsExtent() throws {
    let image = try moved(
      0.4, ["inputShadowAmount": .number(1), "inputShadowExtent": .vector([0, 0, 40, 10])])
    #expect(try pixel(image, 13, 4).z < 0.6)
    expect(try pixel(image, 13, 20), near: [0, 0, 1, 1])
  }

  @Test func itsEndsAreSofterFartherFromTheCylinder() throws {
    // The line is at 0.4 · 60 = 24: the cylinder begins at 4. The shadow's middle is at y = 5, an end at 10.
    let image = try moved(
      0.4,
      [
        "inputRadius": .number(20), "inputShadowAmount": .number(1), "inputShadowExtent": .vector([0, 0, 40, 10]),
      ])
    /// Returns the shadow 7.5 pixels beyond its end, relative to its middle. The target ends at x = 0.
    func beyond(_ x: Double) throws -> Float {
      let (middle, end) = (try pixel(image, x, 4), try pixel(image, x, 17))
      return x < 0 ? end.w / middle.w : (1 - end.z) / (1 - middle.z)
    }
    #expect(try beyond(-1) > 1.5 * beyond(3))
    #expect(try beyond(3) > 0.05)
  }

  @Test func whatTurnsIsTheWholeSource() throws {
    // The cylinder rolls over 20 pixels; a backside of 40 is as long as it was.
    let image = try moved(0.5, ["inputExtent": .vector([20, 0, 20, 30])])
    let reach = try #require(image.extent.rect)
    // The line is at 20 + 0.5 · 24 = 32, so x = 0 lies at 64 - 4π.
    #expect(abs(reach.max.x - (64 - 4 * Double.pi)) < 4)
    expect(try pixel(image, 48, 15), near: [0, 1, 0, 1])
  }
}
