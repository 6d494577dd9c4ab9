import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorInvertTests {
  @Test func subtractsFromOneAndKeepsAlpha() {
    #expect(ColorInvert.formula.value([0.25, 1, 0, 1]) == [0.75, 0, 1, 1])
  }

  @Test func worksOnStraightColour() {
    // Straight 0.5 stays 0.5.
    #expect(ColorInvert.formula.value([0.25, 0.25, 0.25, 0.5]) == [0.25, 0.25, 0.25, 0.5])
  }

  @Test func clearStaysClear() {
    #expect(ColorInvert.formula.value(.zero) == .zero)
  }
}
