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
    // Four bars, 30 high: at time 1 the last one, three bars later, has fallen 30. So at time t bar n has fallen
    // ((3 + √30) t - n)²: at 0.3 it is 6.47 and 2.38, then 0.29; at 0.5 17.97, 10.49, 5.01 and 1.53.
    for (time, expected) in [(0.3, [23.5, 27.6, 29.7, 30]), (0.5, [12, 19.5, 25, 28.5])] {
      let image = try moved(time)
      for (x, left) in zip([5.0, 15, 25, 35], expected) {
        let height = try (0..<30).reduce(0) { try $0 + Double(pixel(image, x, Double($1)).x) }
        #expect(abs(height - left) < 0.06)
      }
    }
  }

  @Test func allBarsHaveLeftAtTheEnd() throws {
    // At an angle the bars differ in length; just before the end at most the last rows are left.
    for angle in [0.3, 1, 2.5, 4] {
      for offset in [1.0, 7] {
        let image = try moved(0.999, ["inputAngle": .number(angle), "inputBarOffset": .number(offset)])
        var rest = 0.0
        for x in stride(from: 0.0, to: 40, by: 1) {
          for y in stride(from: 0.0, to: 30, by: 1) { rest += Double(try pixel(image, x, y).x) }
        }
        #expect(rest < 24)
      }
    }
  }
}
