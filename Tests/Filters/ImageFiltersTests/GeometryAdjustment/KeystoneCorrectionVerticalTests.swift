import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct KeystoneCorrectionVerticalTests {
  private let corners: [String: InputValue] = [
    "inputTopLeft": .vector([8, 40]), "inputTopRight": .vector([30, 42]), "inputBottomRight": .vector([40, 2]),
    "inputBottomLeft": .vector([0, 0]),
  ]

  @Test func linesBecomeParallel() throws {
    let seen = try filtered(
      "CIPerspectiveTransform", corners.merging(["inputImage": .image(TestImage.smooth(64, 64))]) { own, _ in own })
    let image = try filtered(
      "CIKeystoneCorrectionVertical", corners.merging(["inputImage": .image(seen)]) { own, _ in own })
    let middle = try #require(seen.extent.rect).center.rounded(.down)
    // Red grows from left to right in the image: columns have one red.
    for position in [-6.0, 0, 6] {
      let (low, high) = (
        try pixel(image, middle.x + position, middle.y - 6), try pixel(image, middle.x + position, middle.y + 6)
      )
      #expect(low.w == 1 && high.w == 1 && abs(low.x - high.x) < 0.01, "\(low) \(high)")
    }
  }

  @Test func linesThatAreParallelStay() throws {
    let image = try filtered(
      "CIKeystoneCorrectionVertical",
      [
        "inputImage": .image(TestImage.smooth(36, 24)), "inputTopLeft": .vector([5, 20]),
        "inputTopRight": .vector([30, 20]),
        "inputBottomRight": .vector([30, 4]), "inputBottomLeft": .vector([5, 4]),
      ])
    #expect(image.extent.rect?.pixels == UserRect(x: 0, y: 0, width: 36, height: 24))
    expect(try pixel(image, 9, 7), near: try pixel(TestImage.smooth(36, 24), 9, 7), within: 1e-3)
  }

  @Test func pointsOnALineAreAnError() {
    let text = message {
      _ = try filtered(
        "CIKeystoneCorrectionVertical",
        [
          "inputImage": .image(flat(.one, square)), "inputTopLeft": .vector([0, 10]),
          "inputTopRight": .vector([0, 20]),
          "inputBottomRight": .vector([0, 30]), "inputBottomLeft": .vector([0, 0]),
        ])
    }
    #expect(text.contains("CIKeystoneCorrectionVertical"))
  }
}
