import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct RippleTransitionTests {
  func moved(_ time: Double, _ values: [String: InputValue] = [:]) throws -> Node {
    try filtered(
      "CIRippleTransition",
      values.merging([
        "inputImage": .image(flat([1, 0, 0, 1], area)), "inputTargetImage": .image(flat([0, 0, 1, 1], area)),
        "inputTime": .number(time), "inputShadingImage": .image(.empty), "inputCenter": .vector([20, 15]),
        "inputExtent": .vector([0, 0, 40, 30]), "inputWidth": .number(10),
      ]) { a, _ in a })
  }

  private let area = UserRect(x: 0, y: 0, width: 40, height: 30)

  @Test(arguments: [0.0, 1]) func theEndsAreTheImages(time: Double) throws {
    for (x, y) in [(0.0, 0.0), (39, 0), (20, 15), (0, 29), (39, 29)] {
      expect(try pixel(moved(time), x, y), near: time == 0 ? [1, 0, 0, 1] : [0, 0, 1, 1])
    }
    #expect(try moved(time).extent.covers(area))
  }

  @Test func insideOfTheWaveItIsTheTarget() throws {
    // The wave's front is at 0.6 · (25 + 22.5) = 28.5, its middle at 17.25.
    let image = try moved(0.6, ["inputScale": .number(0)])
    expect(try pixel(image, 20, 15), near: [0, 0, 1, 1])
    expect(try pixel(image, 0, 0), near: [1, 0, 0, 1])
    // 16.508 from the centre u is -0.099, and what has passed, 1 less the smooth step of 0.401, is 0.6465.
    expect(try pixel(image, 36, 15), near: [0.3535, 0, 0.6465, 1], within: 0.001)
  }

  @Test func whatComesFromBeyondTheRimIsClear() throws {
    // The slope there is 0.293: the wave reads 15 pixels further out.
    expect(try pixel(moved(0.6, ["inputScale": .number(50)]), 36, 15), near: .zero)
  }

  /// After the wave the surface is flat and shows the middle of the shading image. At (36, 15) its slope reads 0.293
  /// halves to the right; at (0, 0), 0.94 of a part beyond the wave's middle, 0.59 halves back, 0.473 of them to the
  /// right.
  @Test func theShadingImageLiesOverBoth() throws {
    let shading = TestImage.floats(20, 20) { x, _ in [0, Float(x) / 19, 0, 1] }
    let image = try moved(0.6, ["inputScale": .number(0), "inputShadingImage": .image(shading)])
    expect(try pixel(image, 0, 0), near: [0, 0.5 + 4.731 / 19, 0, 1], within: 0.001)
    expect(try pixel(image, 20, 15), near: [0, 0.5, 0, 1], within: 0.001)
    expect(try pixel(image, 36, 15), near: [0, 0.5 + 2.93 / 19, 0, 1], within: 0.001)
  }
}
