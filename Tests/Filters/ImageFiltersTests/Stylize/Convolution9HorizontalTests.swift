import ImageFilters
import ImageGraph
import Testing

@Suite struct Convolution9HorizontalTests {
  @Test func weightsComeFromTheLeft() throws {
    let image = try filtered(
      "CIConvolution9Horizontal",
      [
        "inputImage": .image(flat([1, 0.5, 0, 1], UserRect(x: 10, y: 10, width: 1, height: 1))),
        "inputWeights": .vector((1...9).map(Double.init)),
      ])
    #expect(image.extent == .finite(UserRect(x: 6, y: 10, width: 9, height: 1)))
    for index in 0..<9 {
      let weight = Float(index + 1)
      let (x, y) = (10 - Double(index - 4), 10.0)
      expect(try pixel(image, x, y), near: [weight, weight / 2, 0, weight], within: 1e-5)
    }
  }
}
