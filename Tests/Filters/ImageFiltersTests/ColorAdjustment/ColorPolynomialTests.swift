import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorPolynomialTests {
  @Test func sumsThePowersOfEachComponent() throws {
    let image = try filtered(
      "CIColorPolynomial",
      ["inputImage": .image(flat([0.5, 0.5, 0.5, 1], square)), "inputRedCoefficients": .vector([1, 2, 4, 8])])
    // 1 + 2/2 + 4/4 + 8/8
    expect(try pixel(image, 1, 1), near: [4, 0.5, 0.5, 1])
  }

  @Test func alphaIsNotClamped() throws {
    let image = try filtered(
      "CIColorPolynomial",
      ["inputImage": .image(flat([0.5, 0, 0, 1], square)), "inputAlphaCoefficients": .vector([0, 2, 0, 0])])
    expect(try pixel(image, 1, 1), near: [1, 0, 0, 2])
  }

  @Test func aConstantAlphaMakesTheImageInfinite() throws {
    let values: [String: InputValue] = ["inputImage": .image(flat(.zero, square))]
    #expect(try filtered("CIColorPolynomial", values).extent == .finite(square))
    let lifted = values.merging(["inputAlphaCoefficients": .vector([1, 0, 0, 0])]) { a, _ in a }
    #expect(try filtered("CIColorPolynomial", lifted).extent == .infinite)
  }
}
