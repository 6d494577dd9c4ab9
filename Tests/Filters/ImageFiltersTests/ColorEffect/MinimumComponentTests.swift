import ImageFilters
import ImageGraph
import Testing

@Suite struct MinimumComponentTests {
  @Test func takesTheSmallestOfTheThree() {
    #expect(MinimumComponent.formula.value([0.25, 0.75, 0.5, 1]) == [0.25, 0.25, 0.25, 1])
  }
}
