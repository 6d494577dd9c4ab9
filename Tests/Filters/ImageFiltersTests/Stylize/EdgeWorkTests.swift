import ImageFilters
import ImageGraph
import Testing

@Suite struct EdgeWorkTests {
  @Test func whiteFromTheLevelOn() {
    func value(_ fine: Float, _ coarse: Float) -> Float {
      EdgeWork.formula.value(
        SIMD4(SIMD3(repeating: fine), 1), SIMD4(SIMD3(repeating: coarse), 1), with: Luma.weights, Float(6), Float(0.18),
        Float(8)
      ).x
    }
    #expect(value(0.18, 0.18) == 1 && value(0.9, 0.9) == 1 && value(0.05, 0.05) == 0)
    // Darker than its surroundings by 0.03: 0.3 - 6 · 0.03 = 0.12, and 1 - 0.06 · 8.
    #expect(abs(value(0.3, 0.33) - 0.52) < 1e-5)
  }

  @Test func theExtentStays() throws {
    #expect(try filtered("CIEdgeWork", ["inputImage": .image(flat(.one, square))]).extent == .finite(square))
  }
}
