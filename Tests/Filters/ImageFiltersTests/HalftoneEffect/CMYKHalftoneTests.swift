import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct CMYKHalftoneTests {
  func printed(_ color: SIMD4<Float>) throws -> Node {
    try filtered(
      "CICMYKHalftone",
      [
        "inputImage": .image(flat(color, UserRect(x: 0, y: 0, width: 64, height: 64))),
        "inputCenter": .vector([32.5, 32.5]),
        "inputWidth": .number(8), "inputSharpness": .number(1),
      ])
  }

  @Test func dotsOfAnInkTakeItsLight() throws {
    // Only cyan: its dots, without loss of other light. Its screen is at 15 degrees: a quarter of a width along both of
    // its axes is (2 cos 15° - 2 sin 15°, 2 sin 15° + 2 cos 15°), about (1, 2) pixels.
    expect(try pixel(printed([0.7, 1, 1, 1]), 33, 34), near: [0, 1, 1, 1])
    expect(try pixel(printed([0.7, 1, 1, 1]), 31, 30), near: [1, 1, 1, 1])
    let image = try ReferenceRenderer().render(
      printed([0.7, 1, 1, 1]), UserRect(x: 0, y: 0, width: 64, height: 64))
    let share = withExtendedLifetime(image) { image.pixels.filter { $0.x == 0 }.count }
    // The waves' sum is above 0.2 / 0.2431 at 22 of 100 places.
    #expect(share > 850 && share < 1000, "\(share)")
  }

  @Test func whitePaperStaysWhite() throws {
    expect(try pixel(printed([1, 1, 1, 1]), 20, 21), near: [1, 1, 1, 1])
  }

  @Test func fullBlackReplacesTheInks() throws {
    // gcr 1, ucr 1/2: black 1, of the others 1/2; on the centre all of them print.
    expect(try pixel(printed([0, 0, 0, 1]), 32, 32), near: [0, 0, 0, 1])
  }
}
