import ImageFilters
import ImageGraph
import Testing

@Suite struct SourceOutCompositingTests {
  @Test func theSourceIsScaledByWhatTheBackgroundLeavesOpen() {
    expect(SourceOutCompositing.formula.value([0.5, 1, 0, 1], [9, 9, 9, 0.75]), near: [0.125, 0.25, 0, 0.25])
  }

  @Test func extentIsThatOfTheSource() throws {
    #expect(try compositeExtent("CISourceOutCompositing") == .finite(UserRect([0, 0], [10, 10])))
  }
}
