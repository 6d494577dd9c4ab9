import ImageFilters
import ImageGraph
import Testing

@Suite struct DarkenBlendModeTests {
  @Test func mixesOpaqueColors() {
    expect(DarkenBlendMode.formula.value([0.5, 0.25, 1, 1], [0.25, 0.75, 1, 1]), near: [0.25, 0.25, 1, 1])
  }

  @Test func weighsTheOverlapByBothAlphas() {
    expect(
      DarkenBlendMode.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.125, 0.5, 0.5]), near: [0.5, 0.25, 0.25, 0.75])
  }

  @Test func leavesASingleImageAlone() {
    expect(DarkenBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(DarkenBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CIDarkenBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
