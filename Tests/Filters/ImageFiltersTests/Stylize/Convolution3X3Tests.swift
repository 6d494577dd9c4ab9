import ImageFilters
import ImageGraph
import Testing

@Suite struct Convolution3X3Tests {
  private func convolved(_ weights: [Double], bias: Double = 0) throws -> Node {
    try filtered(
      "CIConvolution3X3",
      [
        "inputImage": .image(flat([1, 0.5, 0, 1], UserRect(x: 10, y: 10, width: 1, height: 1))),
        "inputWeights": .vector(weights), "inputBias": .number(bias),
      ])
  }

  /// A single pixel shows the weights mirrored: the first one, of the pixel up and to the left, lands down and to
  /// the right.
  @Test func weightsComeRowByRowFromTheTopLeft() throws {
    let image = try convolved((1...9).map(Double.init))
    #expect(image.extent == .finite(UserRect(x: 10, y: 10, width: 1, height: 1).outset(by: 1)))
    for row in 0..<3 {
      for column in 0..<3 {
        let weight = Float(row * 3 + column + 1)
        let (x, y) = (10 - Double(column - 1), 10 + Double(row - 1))
        expect(try pixel(image, x, y), near: [weight, weight / 2, 0, weight], within: 1e-4)
      }
    }
  }

  @Test func aBiasHasNoEnd() throws {
    let image = try convolved([Double](repeating: 0, count: 9), bias: 0.25)
    #expect(image.extent == .infinite)
    expect(try pixel(image, -50, 3), near: [0.25, 0.25, 0.25, 0.25])
  }
}
