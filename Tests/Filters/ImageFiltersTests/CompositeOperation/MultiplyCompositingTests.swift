import ImageFilters
import ImageGraph
import Testing

@Suite struct MultiplyCompositingTests {
  @Test func multipliesEveryComponent() {
    expect(MultiplyCompositing.formula.value([0.5, 0.25, 0, 0.5], [0.5, 2, 0.5, 0.5]), near: [0.25, 0.5, 0, 0.25])
  }

  @Test func extentIsTheIntersection() throws {
    #expect(try compositeExtent("CIMultiplyCompositing") == .finite(UserRect([5, 0], [10, 10])))
  }
}
