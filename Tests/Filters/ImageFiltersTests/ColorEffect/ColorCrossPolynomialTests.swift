import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorCrossPolynomialTests {
  @Test func everyTermHasItsPlace() throws {
    // r = 2, g = 3, b = 5 and powers of ten as weights: each term shows in digits of its own.
    let coordinates = (0..<10).map { $0 < 5 ? 0.0 : 1.0 }
    let image = try filtered(
      "CIColorCrossPolynomial",
      [
        "inputImage": .image(flat([2, 3, 5, 1], square)),
        "inputRedCoefficients": .vector([1, 10, 100, 0, 0, 0, 0, 0, 0, 0.5]),
        "inputGreenCoefficients": .vector([0, 0, 0, 1, 10, 100, 0, 0, 0, 0]),
        "inputBlueCoefficients": .vector([0, 0, 0, 0, 0, 0, 1, 10, 100, coordinates[9]]),
      ])
    expect(try pixel(image, 1, 1), near: [532.5, 4 + 90 + 2500, 6 + 150 + 1000 + 1, 1], within: 1e-3)
  }

  @Test func defaultsKeepTheColour() throws {
    let image = try filtered("CIColorCrossPolynomial", ["inputImage": .image(flat([0.25, 0.5, 1, 1], square))])
    expect(try pixel(image, 1, 1), near: [0.25, 0.5, 1, 1])
  }
}
