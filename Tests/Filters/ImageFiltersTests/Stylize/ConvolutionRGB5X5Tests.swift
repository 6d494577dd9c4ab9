import ImageFilters
import ImageGraph
import Testing

@Suite struct ConvolutionRGB5X5Tests {
  @Test func alphaAndExtentStay() throws {
    let weights = (1...25).map { $0 == 13 ? 2.0 : 0 }
    let image = try filtered(
      "CIConvolutionRGB5X5",
      [
        "inputImage": .image(flat([0.25, 0.125, 0, 0.5], square)), "inputWeights": .vector(weights),
        "inputBias": .number(0.5),
      ])
    #expect(image.extent == .finite(square))
    // The bias counts as straight colour: times alpha.
    expect(try pixel(image, 5, 5), near: [0.75, 0.5, 0.25, 0.5])
  }
}
