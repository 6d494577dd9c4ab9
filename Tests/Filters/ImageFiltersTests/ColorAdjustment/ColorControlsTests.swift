import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorControlsTests {
  func controlled(_ color: SIMD4<Float>, _ values: [String: InputValue]) throws -> SIMD4<Float> {
    try pixel(
      filtered("CIColorControls", values.merging(["inputImage": .image(flat(color, square))]) { a, _ in a }), 1, 1)
  }

  @Test func saturationZeroGivesTheLuma() throws {
    expect(try controlled([1, 0, 0, 1], ["inputSaturation": .number(0)]), near: [0.2125, 0.2125, 0.2125, 1])
  }

  @Test func contrastTurnsAboutOneHalf() throws {
    expect(try controlled([0.25, 0.5, 1, 1], ["inputContrast": .number(2)]), near: [0, 0.5, 1.5, 1])
  }

  @Test func brightnessIsAddedAfterContrastAndTimesAlpha() throws {
    let values: [String: InputValue] = ["inputContrast": .number(2), "inputBrightness": .number(0.25)]
    // Straight (0.5, 0.5, 0.5): contrast keeps it, brightness makes 0.75, times alpha 0.5.
    expect(try controlled([0.25, 0.25, 0.25, 0.5], values), near: [0.375, 0.375, 0.375, 0.5])
  }

  @Test func defaultsChangeNothing() throws {
    expect(try controlled([0.25, 0.5, 3, 0.75], [:]), near: [0.25, 0.5, 3, 0.75])
  }

  @Test func clearStaysClear() throws {
    #expect(try controlled(.zero, ["inputBrightness": .number(1)]) == .zero)
  }
}
