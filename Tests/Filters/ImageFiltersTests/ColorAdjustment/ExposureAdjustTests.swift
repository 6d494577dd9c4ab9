import ImageFilters
import ImageGraph
import Testing

@Suite struct ExposureAdjustTests {
  @Test func oneStopDoublesLinearLightAndKeepsAlpha() {
    #expect(ExposureAdjust.formula.value([0.1, 0.2, 0.4, 0.5], with: Float(2)) == [0.2, 0.4, 0.8, 0.5])
  }

  @Test func minusOneStopHalves() throws {
    let image = try filtered(
      "CIExposureAdjust", ["inputImage": .image(flat([0.5, 1, 2, 1], square)), "inputEV": .number(-1)])
    expect(try pixel(image, 3, 3), near: [0.25, 0.5, 1, 1])
  }
}
