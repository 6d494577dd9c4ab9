import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorDodgeBlendModeTests {
  @Test func mixesOpaqueColors() {
    expect(ColorDodgeBlendMode.formula.value([0.5, 0.75, 1, 1], [0.25, 0.5, 0.5, 1]), near: [0.5, 1, 1, 1])
    expect(ColorDodgeBlendMode.formula.value([1, 0, 0.5, 1], [0, 0.5, 0, 1]), near: [0, 0.5, 0, 1])
  }

  @Test func weighsTheOverlapByBothAlphas() {
    expect(
      ColorDodgeBlendMode.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.125, 0.5, 0.5]), near: [0.625, 0.3125, 0.5, 0.75])
  }

  @Test func leavesASingleImageAlone() {
    expect(ColorDodgeBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(ColorDodgeBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CIColorDodgeBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
