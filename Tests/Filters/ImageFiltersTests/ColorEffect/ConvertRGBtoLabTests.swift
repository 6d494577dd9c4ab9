import ImageFilters
import ImageGraph
import Testing

@Suite struct ConvertRGBtoLabTests {
  private func lab(_ color: SIMD4<Float>, normalized: Bool = false) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIConvertRGBtoLab", ["inputImage": .image(flat(color, square)), "inputNormalize": .bool(normalized)])
    return try pixel(image, 1, 1)
  }

  /// Figures of sRGB red, green and blue against D50, as colour calculators print them (Bradford).
  @Test func isThatOfPublishedFigures() throws {
    expect(try lab([1, 1, 1, 1]), near: [100, 0, 0, 1], within: 0.01)
    expect(try lab([1, 0, 0, 1]), near: [54.29, 80.81, 69.89, 1], within: 0.02)
    expect(try lab([0, 1, 0, 1]), near: [87.82, -79.29, 80.99, 1], within: 0.02)
    expect(try lab([0, 0, 1, 1]), near: [29.57, 68.3, -112.03, 1], within: 0.02)
  }

  @Test func normalizedValuesLieInZeroToOne() throws {
    expect(try lab([1, 1, 1, 1], normalized: true), near: [1, 128 / 255, 128 / 255, 1], within: 1e-4)
  }
}
