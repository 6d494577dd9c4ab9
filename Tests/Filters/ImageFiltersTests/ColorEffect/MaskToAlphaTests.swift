import ImageFilters
import ImageGraph
import Testing

@Suite struct MaskToAlphaTests {
  @Test func greenBecomesAlpha() {
    #expect(MaskToAlpha.formula.value([1, 0.25, 0, 1]) == [0.25, 0.25, 0.25, 0.25])
  }
}
