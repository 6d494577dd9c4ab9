import ImageFilters
import ImageGraph
import Testing

@Suite struct DissolveTransitionTests {
  func dissolved(_ time: Double) throws -> Node {
    try filtered(
      "CIDissolveTransition",
      [
        "inputImage": .image(flat([1, 0, 0, 1], square)),
        "inputTargetImage": .image(flat([0, 0, 1, 1], square.offset(by: [5, 0]))), "inputTime": .number(time),
      ])
  }

  @Test func mixesByTime() throws {
    expect(try pixel(dissolved(0.25), 7, 5), near: [0.75, 0, 0.25, 1])
  }

  @Test func whereOneImageIsMissingAlphaFades() throws {
    expect(try pixel(dissolved(0.5), 2, 5), near: [0.5, 0, 0, 0.5])
    #expect(try dissolved(0.5).extent == .finite(UserRect(x: 0, y: 0, width: 15, height: 10)))
  }

  @Test func timeStopsAtItsEnds() throws {
    expect(try pixel(dissolved(-1), 7, 5), near: [1, 0, 0, 1])
    expect(try pixel(dissolved(2), 7, 5), near: [0, 0, 1, 1])
  }
}
