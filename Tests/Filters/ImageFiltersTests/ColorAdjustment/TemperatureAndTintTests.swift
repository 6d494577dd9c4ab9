import ImageFilters
import ImageGraph
import Testing

@Suite struct TemperatureAndTintTests {
  private func balanced(_ color: SIMD4<Float>, _ neutral: [Double], _ target: [Double]) throws -> SIMD4<Float> {
    let image = try filtered(
      "CITemperatureAndTint",
      [
        "inputImage": .image(flat(color, square)), "inputNeutral": .vector(neutral),
        "inputTargetNeutral": .vector(target),
      ])
    return try pixel(image, 2, 2)
  }

  @Test func equalWhitesChangeNothing() throws {
    expect(try balanced([0.1, 0.2, 0.3, 0.5], [3200, 20], [3200, 20]), near: [0.1, 0.2, 0.3, 0.5])
  }

  /// The matrix that Core Image's pixels show for these temperatures, measured to 1/1000.
  @Test func isTheMatrixThatWasMeasured() throws {
    let columns: [(SIMD4<Float>, SIMD4<Float>)] = [
      ([1, 0, 0, 1], [1.135, -0.014, -0.011, 1]), ([0, 1, 0, 1], [0.188, 0.940, -0.035, 1]),
      ([0, 0, 1, 1], [0.034, 0.020, 0.562, 1]),
    ]
    for (color, measured) in columns {
      // Differences up and down add up: no number is off by more than 0.011.
      expect(try balanced(color, [6500, 0], [4000, 0]), near: measured, within: 0.02)
    }
  }

  @Test func thereAndBackAgainIsNothing() throws {
    let there = try balanced([0.4, 0.3, 0.2, 1], [6500, 10], [2900, -40])
    expect(try balanced(there, [2900, -40], [6500, 10]), near: [0.4, 0.3, 0.2, 1], within: 1e-4)
  }

  @Test func lowerTargetsAreWarmerAndTintIsMagenta() throws {
    let warm = try balanced([0.5, 0.5, 0.5, 1], [6500, 0], [3000, 0])
    #expect(warm.x > 0.6 && warm.z < 0.3)
    let tinted = try balanced([0.5, 0.5, 0.5, 1], [6500, 50], [6500, 0])
    #expect(tinted.y < tinted.x && tinted.y < tinted.z)
  }

  /// Planck's law gives 0.3135, 0.3237 at 6500 K and 0.4476, 0.4074 at 2856 K (CIE 15, illuminant A).
  @Test func whitesLieOnThePlanckianLocus() {
    for (kelvins, x, y) in [(6500.0, 0.3135, 0.3237), (2856, 0.4476, 0.4074)] {
      let white = WhiteBalance.white([kelvins, 0])
      let sum = white.x + white.y + white.z
      #expect(abs(white.x / sum - x) < 4e-4 && abs(white.y / sum - y) < 4e-4)
    }
  }

  @Test func temperaturesWithoutMeaningAreLimitedOrRefused() throws {
    expect(try balanced(.one, [-5, 0], [1000, 0]), near: .one, within: 1e-4)
    #expect(message { _ = try balanced(.one, [.nan, 0], [1000, 0]) }.contains("inputNeutral"))
  }
}
