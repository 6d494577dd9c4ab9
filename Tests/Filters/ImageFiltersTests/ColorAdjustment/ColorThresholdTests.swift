import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorThresholdTests {
  @Test func whatLiesAboveBecomesOne() {
    #expect(ColorThreshold.formula.value([0.4, 0.5, 0.6, 1], with: Float(0.5)) == [0, 0, 1, 1])
  }

  @Test func looksAtStraightColour() {
    #expect(ColorThreshold.formula.value([0.3, 0.2, 0.1, 0.5], with: Float(0.5)) == [0.5, 0, 0, 0.5])
  }

  @Test func clearPixelsStayClear() {
    #expect(ColorThreshold.formula.value(.zero, with: Float(-1)) == .zero)
  }
}
