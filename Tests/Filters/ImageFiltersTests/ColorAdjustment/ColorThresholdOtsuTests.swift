import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorThresholdOtsuTests {
  /// A fifth of the pixels at 0.7, the others at 0.2: any threshold between splits them, the first is the end of 0.2's
  /// bin.
  @Test func splitsTwoClasses() throws {
    let source = Node.combined(
      [
        flat([0.7, 0.9, 0.1, 1], UserRect(x: 0, y: 0, width: 20, height: 10)),
        flat([0.2, 0.95, 0.5, 1], UserRect(x: 20, y: 0, width: 80, height: 10)),
      ], by: AdditionCompositing.formula, extent: .union)
    let image = try filtered("CIColorThresholdOtsu", ["inputImage": .image(source)])
    expect(try pixel(image, 3, 3), near: [1, 0, 0, 1])
    expect(try pixel(image, 50, 3), near: [0, 1, 1, 1])
    let counts = Node(.histogram(UserRect(x: 0, y: 0, width: 100, height: 10), bins: 1024), [source])
    let level = try pixel(counts.gathered(by: ColorThresholdOtsu.threshold, Int32(1024)), 0, 0)
    expect(level, near: [205.0 / 1024, 922.0 / 1024, 103.0 / 1024, 0], within: 1e-6)
  }

  @Test func straightColoursAreSplitAndAlphaStays() throws {
    let source = Node.combined(
      [
        flat([0.4, 0.4, 0.4, 0.5], UserRect(x: 0, y: 0, width: 20, height: 10)),
        flat([0.5, 0.5, 0.5, 1], UserRect(x: 20, y: 0, width: 80, height: 10)),
      ], by: AdditionCompositing.formula, extent: .union)
    let image = try filtered("CIColorThresholdOtsu", ["inputImage": .image(source)])
    expect(try pixel(image, 3, 3), near: [0.5, 0.5, 0.5, 0.5])
    expect(try pixel(image, 50, 3), near: [0, 0, 0, 1])
  }

  @Test func anInfiniteImageIsRefused() {
    let endless = Node.generated(by: .constant, SIMD4<Float>.one)
    let text = message { _ = try filtered("CIColorThresholdOtsu", ["inputImage": .image(endless)]) }
    #expect(text.contains("CIColorThresholdOtsu") && text.contains("infinite"))
  }
}
