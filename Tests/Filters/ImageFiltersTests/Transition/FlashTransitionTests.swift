import ImageFilters
import ImageGraph
import Testing

@Suite struct FlashTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIFlashTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputCenter": .vector([20, 15]), "inputExtent": .vector([0, 0, 40, 30]),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func lightFillsTheFrameAtTheThreshold() throws {
    let image = try moved(0.85, ["inputColor": .color(.white)])
    for (x, y) in [(0.0, 0.0), (39, 29), (20, 15)] { expect(try pixel(image, x, y), near: .one) }
    // Two thirds of the rest of the time: of the light a third is left.
    let later = try moved(0.95, ["inputColor": .color(.white)])
    expect(try pixel(later, 0, 0), near: [1.0 / 3, 1.0 / 3, 1, 1], within: 1e-4)
  }

  @Test func lightBeginsAtTheCentre() throws {
    let image = try moved(0.1, ["inputStriationStrength": .number(0), "inputColor": .color(.white)])
    #expect(try pixel(image, 20, 15).y > 0.9 && pixel(image, 0, 0).y < 0.05)
  }
}
