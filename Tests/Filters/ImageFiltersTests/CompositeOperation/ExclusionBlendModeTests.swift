import ImageFilters
import ImageGraph
import Testing

@Suite struct ExclusionBlendModeTests {
  @Test func mixesOpaqueColors() {
    expect(ExclusionBlendMode.formula.value([0.5, 0.25, 1, 1], [0.25, 0.75, 1, 1]), near: [0.5, 0.625, 0, 1])
  }

  @Test func weighsTheOverlapByBothAlphas() {
    expect(
      ExclusionBlendMode.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.125, 0.5, 0.5]), near: [0.5, 0.3125, 0.5, 0.75])
  }

  @Test func leavesASingleImageAlone() {
    expect(ExclusionBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(ExclusionBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CIExclusionBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
