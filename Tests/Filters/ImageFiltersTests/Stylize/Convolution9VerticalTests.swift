import ImageFilters
import ImageGraph
import Testing

@Suite struct Convolution9VerticalTests {
  @Test func weightsComeFromTheTop() throws {
    let image = try filtered(
      "CIConvolution9Vertical",
      [
        "inputImage": .image(flat([1, 0.5, 0, 1], UserRect(x: 10, y: 10, width: 1, height: 1))),
        "inputWeights": .vector((1...9).map(Double.init)),
      ])
    #expect(image.extent == .finite(UserRect(x: 10, y: 6, width: 1, height: 9)))
    for index in 0..<9 {
      let weight = Float(index + 1)
      let (x, y) = (10.0, 10 + Double(index - 4))
      expect(try pixel(image, x, y), near: [weight, weight / 2, 0, weight], within: 1e-5)
    }
  }
}
