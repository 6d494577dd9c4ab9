import ImageFilters
import ImageGraph
import Testing

@Suite struct MinimumCompositingTests {
  @Test func takesTheSmallerOfEachComponent() {
    expect(MinimumCompositing.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.75, 0.5, 1]), near: [0.25, 0.25, 0, 0.5])
  }

  @Test func extentIsTheIntersection() throws {
    #expect(try compositeExtent("CIMinimumCompositing") == .finite(UserRect([5, 0], [10, 10])))
  }
}
