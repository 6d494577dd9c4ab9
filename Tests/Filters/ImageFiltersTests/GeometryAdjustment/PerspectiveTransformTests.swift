import ImageFilters
import ImageGraph
import Testing

@Suite struct PerspectiveTransformTests {
  private func transformed(_ corners: [String: [Double]]) throws -> Node {
    var values: [String: InputValue] = ["inputImage": .image(flat([1, 0.5, 0, 1], square))]
    for (key, corner) in corners { values[key] = .vector(corner) }
    return try filtered("CIPerspectiveTransform", values)
  }

  @Test func theExtentIsThatOfTheFourPoints() throws {
    let image = try transformed([
      "inputTopLeft": [5, 40], "inputTopRight": [30, 35], "inputBottomRight": [40, 2], "inputBottomLeft": [0, 0],
    ])
    #expect(image.extent.rect?.pixels == UserRect(x: 0, y: 0, width: 40, height: 40))
    expect(try pixel(image, 20, 20), near: [1, 0.5, 0, 1], within: 1e-4)
    expect(try pixel(image, 38, 38), near: .zero)
  }

  @Test func pointsOnALineAreAnError() {
    let text = message {
      _ = try transformed([
        "inputTopLeft": [0, 10], "inputTopRight": [0, 20], "inputBottomRight": [0, 30], "inputBottomLeft": [0, 0],
      ])
    }
    #expect(text.contains("CIPerspectiveTransform"))
  }

  @Test func middleLinesMeetWherePerspectiveSaysSo() throws {
    // A trapezium twice as wide below as above: the centre of the square lies two thirds up.
    let half = Node.combined(
      [flat([1, 0, 0, 1], UserRect(x: 0, y: 5, width: 10, height: 5)), flat([0, 0, 1, 1], square)],
      by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered(
      "CIPerspectiveTransform",
      [
        "inputImage": .image(half), "inputTopLeft": .vector([20, 60]), "inputTopRight": .vector([60, 60]),
        "inputBottomRight": .vector([80, 0]), "inputBottomLeft": .vector([0, 0]),
      ])
    #expect(try pixel(image, 40, 34).z > 0.99)
    #expect(try pixel(image, 40, 43).x > 0.99)
  }
}
