import ImageFilters
import ImageGraph
import Testing

@Suite struct SoftLightBlendModeTests {
  @Test func mixesOpaqueColors() {
    expect(SoftLightBlendMode.formula.value([0, 0.5, 1, 1], [0.5, 0.25, 0.25, 1]), near: [0.25, 0.25, 0.5, 1])
  }

  @Test func weighsTheOverlapByBothAlphas() {
    expect(
      SoftLightBlendMode.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.125, 0.5, 0.5]),
      near: [0.5517767, 0.25, 0.5, 0.75])
  }

  @Test func leavesASingleImageAlone() {
    expect(SoftLightBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(SoftLightBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CISoftLightBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
