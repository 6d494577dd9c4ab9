import ImageFilters
import ImageGraph
import Testing

@Suite struct StripesGeneratorTests {
  func stripes(_ sharpness: Double, width: Double = 10) throws -> Node {
    try filtered(
      "CIStripesGenerator",
      ["inputCenter": .vector([0, 0]), "inputWidth": .number(width), "inputSharpness": .number(sharpness)])
  }

  @Test func theSecondColourStartsAtTheCentre() throws {
    let image = try stripes(1)
    #expect(image.extent == .infinite)
    for x in [0.0, 9, 20, -20, -11] { expect(try pixel(image, x, -77), near: [0, 0, 0, 1]) }
    for x in [10.0, 19, -1, -10] { expect(try pixel(image, x, 3), near: .one) }
  }

  @Test func softEdgesMeetInTheMiddle() throws {
    // A tenth of half the width from the edge, doubled.
    expect(try pixel(stripes(0.5), 0, 0), near: [0.4, 0.4, 0.4, 1])
  }

  @Test func aWidthOfNothingIsAnError() {
    let text = message { _ = try stripes(1, width: 0) }
    #expect(text.contains("inputWidth"))
  }
}
