import ImageFilters
import ImageGraph
import Testing

@Suite struct AdditionCompositingTests {
  @Test func addsEveryComponent() {
    expect(
      AdditionCompositing.formula.value([0.5, 0.25, 0, 1], [0.75, 0.5, 0.25, 0.5]), near: [1.25, 0.75, 0.25, 1.5])
  }

  @Test func extentIsTheUnion() throws {
    #expect(try compositeExtent("CIAdditionCompositing") == .finite(UserRect([0, 0], [15, 10])))
  }
}
