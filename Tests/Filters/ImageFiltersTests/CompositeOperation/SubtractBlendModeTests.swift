import ImageFilters
import ImageGraph
import Testing

@Suite struct SubtractBlendModeTests {
  @Test func mixesOpaqueColors() {
    expect(SubtractBlendMode.formula.value([0.25, 0.25, 1, 1], [0.5, 0.75, 1, 1]), near: [0.25, 0.5, 0, 1])
    expect(SubtractBlendMode.formula.value([0.5, 0, 0, 1], [0.25, 0, 0, 1]), near: [-0.25, 0, 0, 1])
  }

  @Test func weighsTheOverlapByBothAlphas() {
    expect(
      SubtractBlendMode.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.125, 0.5, 0.5]), near: [0.25, 0.125, 0.5, 0.75])
  }

  @Test func leavesASingleImageAlone() {
    expect(SubtractBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(SubtractBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CISubtractBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
