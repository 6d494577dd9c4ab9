import ImageFilters
import ImageGraph
import Testing

@Suite struct SystemToneMapTests {
  private func brightest(_ range: String?, display: Double) throws -> Float {
    var values: [String: InputValue] = [
      "inputImage": .image(flat([6, 6, 6, 1], square)), Inputs.contentHeadroomKey: .number(6),
      "inputDisplayHeadroom": .number(display),
    ]
    if let range { values["inputPreferredDynamicRange"] = .text(range) }
    return try pixel(try filtered("CISystemToneMap", values), 3, 3).x
  }

  @Test func theDisplayAndThePreferredRangeLimitTheResult() throws {
    #expect(abs(try brightest(nil, display: 4) - 4) < 1e-3)
    #expect(abs(try brightest("high", display: 3) - 3) < 1e-3)
    #expect(abs(try brightest("constrainedHigh", display: 4) - 2) < 1e-3)
    #expect(abs(try brightest("standard", display: 4) - 1) < 1e-3)
    #expect(try brightest("high", display: 8) == 6)
  }

  @Test func anUnknownRangeIsNamed() {
    #expect(message { _ = try brightest("vivid", display: 4) }.hasSuffix("one of constrainedHigh, high, standard"))
    let long = message { _ = try brightest("\u{7}" + String(repeating: "v", count: 10_000), display: 4) }
    #expect(long.count < 250 && !long.contains("\u{7}"))
  }
}
