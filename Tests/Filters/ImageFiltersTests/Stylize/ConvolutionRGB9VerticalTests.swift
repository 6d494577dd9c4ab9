import ImageFilters
import ImageGraph
import Testing

@Suite struct ConvolutionRGB9VerticalTests {
  @Test func alphaAndExtentStay() throws {
    let image = try filtered(
      "CIConvolutionRGB9Vertical",
      [
        "inputImage": .image(flat([0.25, 0.125, 0, 0.5], square)),
        "inputWeights": .vector([0, 0, 0, 0, 2, 0, 0, 0, 0]),
        "inputBias": .number(0.5),
      ])
    #expect(image.extent == .finite(square))
    expect(try pixel(image, 5, 5), near: [0.75, 0.5, 0.25, 0.5])
  }
}
