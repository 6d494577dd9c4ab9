import ImageFilters
import ImageGraph
import Testing

@Suite struct SourceAtopCompositingTests {
  @Test func keepsTheBackgroundsAlpha() {
    expect(
      SourceAtopCompositing.formula.value([0.25, 0.5, 0, 0.5], [0.5, 0, 0.25, 0.5]), near: [0.375, 0.25, 0.125, 0.5])
  }

  @Test func showsNothingBesideTheBackground() {
    expect(SourceAtopCompositing.formula.value([1, 1, 1, 1], [0, 0, 0, 0]), near: [0, 0, 0, 0])
  }

  @Test func extentIsThatOfTheBackground() throws {
    #expect(try compositeExtent("CISourceAtopCompositing") == .finite(UserRect([5, 0], [15, 10])))
  }
}
