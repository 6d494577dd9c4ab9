import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorBurnBlendModeTests {
  @Test func mixesOpaqueColors() {
    expect(ColorBurnBlendMode.formula.value([0.5, 0.25, 0, 1], [0.75, 0.5, 0.5, 1]), near: [0.5, 0, 0, 1])
    expect(ColorBurnBlendMode.formula.value([0, 1, 0.5, 1], [1, 0.5, 1, 1]), near: [1, 0.5, 1, 1])
  }

  @Test func weighsTheOverlapByBothAlphas() {
    expect(
      ColorBurnBlendMode.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.125, 0.5, 0.5]), near: [0.5, 0.1875, 0.5, 0.75])
  }

  @Test func leavesASingleImageAlone() {
    expect(ColorBurnBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(ColorBurnBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CIColorBurnBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
