import ImageFilters
import ImageGraph
import Testing

@Suite struct ConvertLabToRGBTests {
  @Test(arguments: [false, true])
  func undoesConvertRGBtoLab(normalized: Bool) throws {
    let color = SIMD4<Float>(0.25, 0.02, 0.7, 1)
    let lab = try filtered(
      "CIConvertRGBtoLab", ["inputImage": .image(flat(color, square)), "inputNormalize": .bool(normalized)])
    let back = try filtered("CIConvertLabToRGB", ["inputImage": .image(lab), "inputNormalize": .bool(normalized)])
    expect(try pixel(back, 1, 1), near: color, within: 1e-4)
  }
}
