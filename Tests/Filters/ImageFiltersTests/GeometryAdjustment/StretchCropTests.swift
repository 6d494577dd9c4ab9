import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct StretchCropTests {
  private func stretched(_ image: Node, _ size: [Double], crop: Double, center: Double) throws -> Node {
    try filtered(
      "CIStretchCrop",
      [
        "inputImage": .image(image), "inputSize": .vector(size), "inputCropAmount": .number(crop),
        "inputCenterStretchAmount": .number(center),
      ])
  }

  /// x and y of each pixel's centre in red and green.
  private let coordinates = TestImage.floats(40, 20) { x, y in [Float(x) + 0.5, 19.5 - Float(y), 0, 1] }

  @Test func croppingAloneCutsBothSides() throws {
    // To 40 x 40 twice as large, 10 of 40 pixels go on each side.
    let image = try stretched(coordinates, [40, 40], crop: 1, center: 0)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 40)))
    expect(try pixel(image, 0, 20), near: [10.25, 10.25, 0, 1], within: 1e-4)
    expect(try pixel(image, 39, 20), near: [29.75, 10.25, 0, 1], within: 1e-4)
  }

  @Test func stretchingEvenlyIsAScale() throws {
    let image = try stretched(coordinates, [40, 40], crop: 0, center: 1)
    expect(try pixel(image, 5, 30), near: [5.5, 15.25, 0, 1], within: 1e-3)
  }

  /// To 80 x 20, twice as wide: in the middle pixels keep their size, at the rim they are four times as wide.
  @Test func theMiddleKeepsItsShape() throws {
    let image = try stretched(coordinates, [80, 20], crop: 0, center: 0)
    // u = 0.0125: v = 0.025 / 1.0125.
    expect(try pixel(image, 40, 10), near: [20 + 20 * 0.025 / 1.0125, 10.5, 0, 1], within: 1e-3)
    // u = 0.5: v = 1 / 1.5.
    let (a, b) = (try pixel(image, 59, 10).x, try pixel(image, 60, 10).x)
    #expect(abs((a + b) / 2 - (20 + 20 / 1.5)) < 1e-2)
  }

  @Test(arguments: [[0, 10], [-1, 5], [Double.nan, 3], [1e9, 1]]) func aSizeThatIsNoneIsAnError(size: [Double]) {
    let text = message { _ = try stretched(flat(.one, square), size, crop: 0, center: 0) }
    #expect(text.contains("CIStretchCrop") && text.contains("inputSize"))
  }
}
