import ImageFilters
import ImageGraph
import Testing

@Suite struct GammaAdjustTests {
  @Test func powerTwoSquaresStraightColour() {
    // Straight 0.5, squared 0.25, times alpha 0.5.
    expect(GammaAdjust.formula.value([0.25, 0.5, 0, 0.5], with: Float(2)), near: [0.125, 0.5, 0, 0.5])
  }

  @Test func valuesBelowZeroBecomeZero() {
    #expect(GammaAdjust.formula.value([-0.5, 0, 1, 1], with: Float(2)) == [0, 0, 1, 1])
  }
}
