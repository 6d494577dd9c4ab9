import ImageFilters
import ImageGraph
import Testing

@Suite struct BarsSwipeTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIBarsSwipeTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputAngle": .number(0), "inputWidth": .number(10), "inputBarOffset": .number(1),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func barsFallAsBodiesDo() throws {
    // At time 0.3 three bars have started: 3, 2 and 1 of them squared are how far they have moved.
    let image = try moved(0.3)
    let heights = try [5.0, 15, 25, 35].map { x in try (0..<30).filter { try pixel(image, x, Double($0)).x == 1 }.count
    }
    #expect(heights == [21, 26, 29, 30])
    expect(try pixel(image, 5, 25), near: [0, 0, 1, 1])
  }
}
