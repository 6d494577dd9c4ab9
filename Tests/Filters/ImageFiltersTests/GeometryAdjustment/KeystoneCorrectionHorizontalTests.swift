import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct KeystoneCorrectionHorizontalTests {
  private let corners: [String: InputValue] = [
    "inputTopLeft": .vector([0, 40]), "inputTopRight": .vector([42, 30]), "inputBottomRight": .vector([40, 8]),
    "inputBottomLeft": .vector([2, 0]),
  ]

  @Test func linesBecomeParallel() throws {
    let seen = try filtered(
      "CIPerspectiveTransform", corners.merging(["inputImage": .image(TestImage.smooth(64, 64))]) { own, _ in own })
    let image = try filtered(
      "CIKeystoneCorrectionHorizontal", corners.merging(["inputImage": .image(seen)]) { own, _ in own })
    let middle = try #require(seen.extent.rect).center.rounded(.down)
    // Green grows from the top downwards: rows have one green.
    for position in [-6.0, 0, 6] {
      let (left, right) = (
        try pixel(image, middle.x - 6, middle.y + position), try pixel(image, middle.x + 6, middle.y + position)
      )
      #expect(left.w == 1 && right.w == 1 && abs(left.y - right.y) < 0.01, "\(left) \(right)")
    }
  }

  @Test func linesThatAreParallelStay() throws {
    let image = try filtered(
      "CIKeystoneCorrectionHorizontal",
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
        "CIKeystoneCorrectionHorizontal",
        [
          "inputImage": .image(flat(.one, square)), "inputTopLeft": .vector([0, 10]),
          "inputTopRight": .vector([0, 20]),
          "inputBottomRight": .vector([0, 30]), "inputBottomLeft": .vector([0, 0]),
        ])
    }
    #expect(text.contains("CIKeystoneCorrectionHorizontal"))
  }
}
