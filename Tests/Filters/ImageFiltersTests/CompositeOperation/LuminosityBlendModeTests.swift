import ImageFilters
import ImageGraph
import Testing

@Suite struct LuminosityBlendModeTests {
  @Test func exchangesPartsOfTheColor() {
    expect(
      LuminosityBlendMode.formula.value([0.75, 0.25, 0.5, 1], [0.25, 0.5, 0.375, 1]),
      near: [0.3333333, 0.6666667, 0.5, 1])
  }

  @Test func leavesASingleImageAlone() {
    expect(LuminosityBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(LuminosityBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CILuminosityBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
