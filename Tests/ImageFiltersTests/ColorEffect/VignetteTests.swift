import ImageFilters
import ImageGraph
import Testing

@Suite struct VignetteTests {
  private func vignetted(_ x: Double, _ y: Double, intensity: Double, radius: Double = 1) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIVignette",
      [
        "inputImage": .image(flat([0.4, 0.4, 0.4, 0.5], UserRect(x: 0, y: 0, width: 31, height: 41))),
        "inputIntensity": .number(intensity), "inputRadius": .number(radius),
      ])
    return try pixel(image, x, y)
  }

  /// Half the diagonal is 25.7 pixels: 15 pixels beside the middle d² is 0.3406, and 1 / 1.3406² = 0.5564.
  @Test func isTheLawOfLenses() throws {
    expect(try vignetted(15, 20, intensity: 1), near: [0.4, 0.4, 0.4, 0.5])
    expect(try vignetted(0, 20, intensity: 1), near: [0.22257, 0.22257, 0.22257, 0.5], within: 1e-4)
    expect(try vignetted(0, 20, intensity: -0.5), near: [0.53624, 0.53624, 0.53624, 0.5], within: 1e-4)
  }

  @Test func intensityOrRadiusZeroChangesNothing() throws {
    expect(try vignetted(0, 0, intensity: 0), near: [0.4, 0.4, 0.4, 0.5])
    expect(try vignetted(0, 0, intensity: 1, radius: 0), near: [0.4, 0.4, 0.4, 0.5])
  }

  @Test func anInfiniteImageHasNoCorners() {
    let endless = Node.generated(by: .constant, SIMD4<Float>.one)
    #expect(message { _ = try filtered("CIVignette", ["inputImage": .image(endless)]) }.contains("CIVignette"))
  }
}
