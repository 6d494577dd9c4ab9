import ImageFilters
import ImageGraph
import Testing

@Suite struct ModTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIModTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputCenter": .vector([20, 15]), "inputRadius": .number(8),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func halfOfItIsTheTargetInTheMiddleOfTime() throws {
    let image = try moved(0.5)
    let values = try (0..<30).flatMap { y in try (0..<40).map { x in try pixel(image, Double(x), Double(y)).z } }
    let share = values.reduce(0, +) / 1200
    #expect(share > 0.35 && share < 0.65, "\(share)")
  }
}
