import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct CheckerboardGeneratorTests {
  func board(_ sharpness: Double) throws -> Node {
    try filtered(
      "CICheckerboardGenerator",
      ["inputCenter": .vector([0, 0]), "inputWidth": .number(10), "inputSharpness": .number(sharpness)])
  }

  @Test func theFirstColourHasTheSquareAtTheCentre() throws {
    let image = try board(1)
    #expect(image.extent == .infinite)
    for (x, y) in [(0.0, 0.0), (9, 9), (10, 10), (-1, -1), (-10, 19)] { expect(try pixel(image, x, y), near: .one) }
    for (x, y) in [(10.0, 0.0), (-1, 0), (5, -10)] { expect(try pixel(image, x, y), near: [0, 0, 0, 1]) }
  }

  @Test func softEdgesMeetInTheMiddle() throws {
    let image = try board(0.5)
    // In the row through the middle of a square: 0.95 from an edge (0.1 of half the width), doubled.
    expect(try pixel(image, 0, 4), near: [0.6, 0.6, 0.6, 1])
    expect(try pixel(image, 4, 4), near: .one)
  }

  @Test func aWidthOfNothingIsAnError() {
    let text = message { _ = try filtered("CICheckerboardGenerator", ["inputWidth": .number(0)]) }
    #expect(text.contains("inputWidth"))
  }
}
