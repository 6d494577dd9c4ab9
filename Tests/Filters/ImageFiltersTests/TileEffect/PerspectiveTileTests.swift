import ImageFilters
import ImageGraph
import Testing

@Suite struct PerspectiveTileTests {
  private func tiled(_ corners: [String: [Double]]) throws -> Node {
    var values: [String: InputValue] = ["inputImage": .image(flat([1, 0.5, 0, 1], square))]
    for (key, corner) in corners { values[key] = .vector(corner) }
    return try filtered("CIPerspectiveTile", values)
  }

  @Test func theQuadrilateralAndAllAroundItIsCovered() throws {
    let image = try tiled([
      "inputTopLeft": [10, 40], "inputTopRight": [30, 40], "inputBottomRight": [40, 0], "inputBottomLeft": [0, 0],
    ])
    #expect(image.extent == .infinite)
    expect(try pixel(image, 20, 20), near: [1, 0.5, 0, 1], within: 1e-4)
    expect(try pixel(image, -50, -30), near: [1, 0.5, 0, 1], within: 1e-4)
  }

  @Test func pointsOnALineAreAnError() {
    let text = message {
      _ = try tiled([
        "inputTopLeft": [0, 10], "inputTopRight": [0, 20], "inputBottomRight": [0, 30], "inputBottomLeft": [0, 0],
      ])
    }
    #expect(text.contains("CIPerspectiveTile"))
  }
}
