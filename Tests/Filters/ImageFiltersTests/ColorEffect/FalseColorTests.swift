import ImageFilters
import ImageGraph
import Testing

@Suite struct FalseColorTests {
  private let colors = (SIMD4<Float>(1, 0, 0, 1), SIMD4<Float>(0, 0, 1, 1))
  private let weights = SIMD3<Float>(0.25, 0.5, 0.25)

  @Test func lumaChoosesBetweenTheColours() {
    #expect(FalseColor.formula.value([0.5, 0.5, 0.5, 1], with: weights, colors.0, colors.1) == [0.5, 0, 0.5, 1])
    #expect(FalseColor.formula.value([0, 0.5, 0, 1], with: weights, colors.0, colors.1) == [0.75, 0, 0.25, 1])
  }

  @Test func alphaStaysTheImages() {
    #expect(FalseColor.formula.value([0, 0, 0, 0.5], with: weights, colors.0, colors.1) == [0.5, 0, 0, 0.5])
  }
}
