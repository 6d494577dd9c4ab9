import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct MaximumScaleTransformTests {
  private func scaled(_ image: Node, _ scale: Double, _ aspect: Double = 1) throws -> Node {
    try filtered(
      "CIMaximumScaleTransform",
      ["inputImage": .image(image), "inputScale": .number(scale), "inputAspectRatio": .number(aspect)])
  }

  @Test func aSinglePixelSurvives() throws {
    let image = try scaled(TestImage.point(40), 0.25)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 10, height: 10)))
    // It is the one at 20, 19 from below.
    expect(try pixel(image, 5, 4), near: .one)
    expect(try pixel(image, 4, 4), near: .zero)
    expect(try pixel(image, 5, 5), near: .zero)
  }

  @Test func componentsAreComparedByThemselves() throws {
    let input = TestImage.floats(2, 1) { x, _ in x == 0 ? [0.25, 0.5, 0, 0.5] : [0.5, 0, 0.25, 1] }
    expect(try pixel(try scaled(input, 1, 0.5), 0, 0), near: [0.5, 0.5, 0.25, 1])
  }

  @Test func enlargingRepeatsPixels() throws {
    let input = TestImage.noise(6, 6, seed: 8)
    let image = try scaled(input, 3)
    for (x, y) in [(0.0, 0.0), (4, 7), (17, 17)] {
      #expect(try pixel(image, x, y) == (try pixel(input, (x / 3).rounded(.down), (y / 3).rounded(.down))))
    }
  }

  @Test(arguments: [0, -1, Double.nan, .infinity]) func aScaleThatIsNoneIsAnError(scale: Double) {
    let text = message { _ = try scaled(flat(.one, square), scale) }
    #expect(text.contains("CIMaximumScaleTransform") && text.contains("inputScale"))
  }
}
