import ImageFilters
import ImageGraph
import Testing

@Suite struct LinearToSRGBToneCurveTests {
  @Test func isTheCurveOfTheStandard() throws {
    let image = try filtered("CILinearToSRGBToneCurve", ["inputImage": .image(flat([0.5, 0.002, -0.5, 1], square))])
    expect(try pixel(image, 2, 2), near: [0.735357, 0.02584, -0.735357, 1], within: 2e-5)
  }

  @Test func worksOnStraightColour() throws {
    let image = try filtered("CILinearToSRGBToneCurve", ["inputImage": .image(flat([0.5, 0.5, 0.5, 0.5], square))])
    expect(try pixel(image, 2, 2), near: [0.5, 0.5, 0.5, 0.5], within: 1e-5)
  }
}
