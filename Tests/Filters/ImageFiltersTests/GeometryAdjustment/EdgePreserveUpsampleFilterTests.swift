import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct EdgePreserveUpsampleFilterTests {
  private func upsampled(_ guide: Node, _ small: Node, space: Double = 3, luma: Double = 0.15) throws -> Node {
    try filtered(
      "CIEdgePreserveUpsampleFilter",
      [
        "inputImage": .image(guide), "inputSmallImage": .image(small), "inputSpatialSigma": .number(space),
        "inputLumaSigma": .number(luma),
      ])
  }

  /// Dark left of pixel 18, bright from there on; the small image has its edge at 16 and 20.
  private let guide = TestImage.floats(40, 8) { x, _ in x < 18 ? [0, 0, 0, 1] : [1, 1, 1, 1] }
  private let small = TestImage.floats(10, 2) { x, _ in
    x < 4 ? [1, 0, 0, 1] : x == 4 ? [0.5, 0, 0.5, 1] : [0, 0, 1, 1]
  }

  @Test func edgesFollowTheGuide() throws {
    let image = try upsampled(guide, small, space: 1, luma: 0.02)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 8)))
    // The pixel of mixed colour has its centre at the edge, where the guide is bright.
    expect(try pixel(image, 14, 4), near: [1, 0, 0, 1], within: 0.01)
    #expect(try pixel(image, 17, 4).x > 0.95)
    #expect(try pixel(image, 18, 4).z > 0.6)
  }

  @Test func oneColourStays() throws {
    let image = try upsampled(guide, flat([0.25, 0.5, 0.75, 1], UserRect(x: 5, y: 5, width: 4, height: 3)))
    for x in [0.0, 17, 39] { expect(try pixel(image, x, 0), near: [0.25, 0.5, 0.75, 1], within: 1e-4) }
  }

  /// Its pixels, 1365 1/3 for each of the guide's, lie on borders again and again.
  @Test(arguments: Backend.available) func aSmallImageOfOneColumnIsUpsampledAlikeEverywhere(_ backend: Backend) throws {
    let image = try upsampled(TestImage.noise(16, 12, seed: 1), TestImage.noise(1, 16384, seed: 9))
    let frame = UserRect(x: 0, y: 0, width: 16, height: 12)
    expect(
      try backend.render(image, frame, working: .rgbaFloat), equals: try renderReference(image, frame), within: .half)
  }

  @Test func sigmasOfNothingAreTheNearestPixels() throws {
    let image = try upsampled(guide, small, space: 0, luma: 0)
    // 0.875 pixels of the small image left of a centre.
    expect(try pixel(image, 1, 4), near: [1, 0, 0, 1], within: 1e-3)
    #expect(try pixel(image, 38, 4).z > 0.99)
  }
}
