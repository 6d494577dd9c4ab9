import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct PerspectiveCorrectionTests {
  private func corrected(_ image: Node, crop: Bool = true) throws -> Node {
    try filtered(
      "CIPerspectiveCorrection",
      [
        "inputImage": .image(image), "inputTopLeft": .vector([10, 40]), "inputTopRight": .vector([30, 40]),
        "inputBottomRight": .vector([30, 10]), "inputBottomLeft": .vector([10, 10]), "inputCrop": .bool(crop),
      ])
  }

  @Test func aRectangleIsCutOut() throws {
    let input = TestImage.noise(50, 50, seed: 4)
    let image = try corrected(input)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 20, height: 30)))
    expect(try pixel(image, 3, 7), near: try pixel(input, 13, 17), within: 1e-4)
  }

  @Test func withoutCroppingTheRestComesAlong() throws {
    let image = try corrected(TestImage.noise(50, 50, seed: 4), crop: false)
    #expect(image.extent.rect?.pixels == UserRect(x: -10, y: -10, width: 50, height: 50))
  }

  @Test func whatPerspectiveTransformDidIsUndone() throws {
    let corners: [String: InputValue] = [
      "inputTopLeft": .vector([8, 90]), "inputTopRight": .vector([70, 80]), "inputBottomRight": .vector([90, 4]),
      "inputBottomLeft": .vector([0, 0]),
    ]
    let transformed = try filtered(
      "CIPerspectiveTransform", corners.merging(["inputImage": .image(TestImage.smooth(80, 80))]) { a, _ in a })
    let image = try filtered(
      "CIPerspectiveCorrection", corners.merging(["inputImage": .image(transformed)]) { a, _ in a })
    // The longer sides: 90.1 pixels below, 90.4 on the left.
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 90, height: 90)))
    expect(try pixel(image, 45, 45), near: try pixel(TestImage.smooth(90, 90), 45, 45), within: 0.01)
    expect(try pixel(image, 12, 70), near: try pixel(TestImage.smooth(90, 90), 12, 70), within: 0.01)
  }

  @Test func pointsOnALineAreAnError() {
    let text = message {
      _ = try filtered(
        "CIPerspectiveCorrection",
        [
          "inputImage": .image(flat(.one, square)), "inputTopLeft": .vector([0, 10]),
          "inputTopRight": .vector([0, 20]),
          "inputBottomRight": .vector([0, 30]), "inputBottomLeft": .vector([0, 0]),
        ])
    }
    #expect(text.contains("CIPerspectiveCorrection"))
  }
}
