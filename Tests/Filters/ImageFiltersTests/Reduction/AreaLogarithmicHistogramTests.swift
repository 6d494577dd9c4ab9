import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaLogarithmicHistogramTests {
  private func histogram(_ color: SIMD4<Float>, _ low: Double = -4, _ high: Double = 4) throws -> Node {
    try filtered(
      "CIAreaLogarithmicHistogram",
      [
        "inputImage": .image(flat(color, square)), "inputExtent": .vector([0, 0, 10, 10]), "inputCount": .number(8),
        "inputMinimumStop": .number(low), "inputMaximumStop": .number(high),
      ])
  }

  /// A bin for each stop from -4 to 4: 0.3 lies in -2...-1, 3 in 1...2, 100 beyond the end; alpha 0.6 is linear.
  @Test func eachBinIsAStop() throws {
    let image = try histogram([0.3, 3, 100, 0.6])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 8, height: 1)))
    expect(try pixel(image, 2, 0), near: [1, 0, 0, 0])
    expect(try pixel(image, 5, 0), near: [0, 1, 0, 0])
    expect(try pixel(image, 7, 0), near: [0, 0, 1, 0])
    expect(try pixel(image, 4, 0), near: [0, 0, 0, 1])
  }

  @Test func blackCountsAsTheLowestStop() throws {
    expect(try pixel(histogram([0, -1, 1e-6, 1]), 0, 0), near: [1, 1, 1, 0])
  }

  @Test func stopsWithoutOrderAreRefused() {
    for (low, high) in [(1.0, 1.0), (2, -2), (.nan, 1), (0, .infinity)] {
      #expect(message { _ = try histogram(.one, low, high) }.contains("inputMinimumStop"))
    }
  }
}
