import ImageFilters
import ImageGraph
import Testing

@Suite struct LabDeltaETests {
  private func difference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) throws -> SIMD4<Float> {
    let image = try filtered(
      "CILabDeltaE", ["inputImage": .image(flat(a, square)), "inputImage2": .image(flat(b, square))])
    return try pixel(image, 1, 1)
  }

  @Test func equalColoursDoNotDiffer() throws {
    expect(try difference([0.2, 0.4, 0.1, 1], [0.2, 0.4, 0.1, 1]), near: [0, 0, 0, 1], within: 1e-3)
  }

  @Test func greysDifferByTheirLightness() throws {
    // L* of 0.184187 (116 / 3 of the cube root less 16) is 50.
    expect(try difference(.one, [0.184187, 0.184187, 0.184187, 1]), near: [50, 50, 50, 1], within: 0.01)
  }
}
