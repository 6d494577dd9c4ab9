import ImageFilters
import ImageGraph
import Testing

@Suite struct MaximumCompositingTests {
  @Test func takesTheLargerOfEachComponent() {
    expect(MaximumCompositing.formula.value([0.5, 0.25, 0, 0.5], [0.25, 0.75, 0.5, 1]), near: [0.5, 0.75, 0.5, 1])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CIMaximumCompositing") == .finite(UserRect([0, 0], [15, 10])))
  }
}
