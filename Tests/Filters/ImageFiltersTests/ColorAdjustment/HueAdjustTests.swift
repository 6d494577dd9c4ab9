import ImageFilters
import ImageGraph
import Testing

@Suite struct HueAdjustTests {
  func turned(_ color: SIMD4<Float>, by angle: Double) throws -> SIMD4<Float> {
    try pixel(
      filtered("CIHueAdjust", ["inputImage": .image(flat(color, square)), "inputAngle": .number(angle)]), 1, 1)
  }

  @Test func halfATurnIsTheReflectionAtTheLuma() throws {
    // cos = -1, sin = 0: 2 luma - c.
    expect(try turned([1, 0, 0, 1], by: .pi), near: [2 * 0.2125 - 1, 2 * 0.2125, 2 * 0.2125, 1])
  }

  @Test func aQuarterTurnHasThePublishedEntries() throws {
    // hueRotate(90): first column 0.213 - 0.213, 0.213 + 0.143, 0.213 - 0.787.
    expect(try turned([1, 0, 0, 1], by: .pi / 2), near: [0, 0.356, -0.574, 1], within: 0.002)
  }

  @Test func greyStaysAndAFullTurnChangesNothing() throws {
    expect(try turned([0.3, 0.3, 0.3, 0.5], by: 1), near: [0.3, 0.3, 0.3, 0.5])
    expect(try turned([0.1, 0.7, 0.3, 1], by: 2 * .pi), near: [0.1, 0.7, 0.3, 1])
  }
}
