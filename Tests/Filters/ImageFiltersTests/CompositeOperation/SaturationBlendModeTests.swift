import ImageFilters
import ImageGraph
import Testing

@Suite struct SaturationBlendModeTests {
  @Test func exchangesPartsOfTheColor() {
    expect(
      SaturationBlendMode.formula.value([0.75, 0.25, 0.5, 1], [0.25, 0.5, 0.375, 1]), near: [0.1875, 0.5625, 0.375, 1])
  }

  @Test func leavesASingleImageAlone() {
    expect(SaturationBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero), near: [0.2, 0.4, 0.1, 0.5])
    expect(SaturationBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]), near: [0.2, 0.4, 0.1, 0.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CISaturationBlendMode") == .finite(UserRect([0, 0], [15, 10])))
  }
}
