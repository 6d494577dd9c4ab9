import ImageFilters
import ImageGraph
import Testing

@Suite struct MaximumComponentTests {
  @Test func takesTheLargestOfTheThree() {
    #expect(MaximumComponent.formula.value([0.25, 0.75, 0.5, 1]) == [0.75, 0.75, 0.75, 1])
  }
}
