import ImageFilters
import ImageGraph
import Testing

@Suite struct DepthToDisparityTests {
  @Test func takesTheReciprocal() {
    #expect(DepthToDisparity.formula.value([2, 0.5, 4, 1]) == [0.5, 2, 0.25, 1])
  }

  @Test func noDistanceGivesNothing() {
    #expect(DepthToDisparity.formula.value([0, -1, 1, 1]) == [0, 0, 1, 1])
  }
}
