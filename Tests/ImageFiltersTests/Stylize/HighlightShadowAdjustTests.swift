import ImageFilters
import ImageGraph
import Testing

@Suite struct HighlightShadowAdjustTests {
  private func adjusted(_ color: SIMD4<Float>, shadow: Double = 0, highlight: Double = 1, radius: Double = 0) throws
    -> SIMD4<Float>
  {
    let image = try filtered(
      "CIHighlightShadowAdjust",
      [
        "inputImage": .image(flat(color, square)), "inputShadowAmount": .number(shadow),
        "inputHighlightAmount": .number(highlight), "inputRadius": .number(radius),
      ])
    return try pixel(image, 5, 5)
  }

  @Test func theDefaultsChangeNothing() throws {
    #expect(try adjusted([0.1, 0.2, 0.3, 0.5]) == [0.1, 0.2, 0.3, 0.5])
  }

  /// Grey 0.1 has the root 0.3511: (1 - 0.3511 / 0.85)^1.4 = 0.4750, two stops of it are a factor of 1.9318.
  @Test func greysInTheShadowsAreRaisedByStops() throws {
    expect(try adjusted([0.1, 0.1, 0.1, 1], shadow: 1), near: [0.19318, 0.19318, 0.19318, 1], within: 2e-4)
    expect(try adjusted([0.9, 0.9, 0.9, 1], shadow: 1), near: [0.9, 0.9, 0.9, 1], within: 1e-5)
  }

  @Test func negativeShadowsAreDarker() throws {
    #expect(try adjusted([0.1, 0.1, 0.1, 1], shadow: -1).x < 0.06)
  }

  @Test func highlightsGainContrastBelowTheirLargestComponent() throws {
    // At white the ramp is at 0.46 / 0.47: differences grow by 0.43 · 0.5 of that.
    expect(try adjusted([1, 0.8, 0.6, 1], highlight: 0.5), near: [1, 0.75791, 0.51583, 1], within: 1e-4)
  }

  @Test func alphaStaysAndStraightColourCounts() throws {
    expect(
      try adjusted([0.05, 0.05, 0.05, 0.5], shadow: 1), near: [0.09659, 0.09659, 0.09659, 0.5], within: 1e-4)
  }

  @Test func aRadiusLooksAtTheSurroundings() throws {
    let spot = Node.combined(
      [flat([0.1, 0.1, 0.1, 1], UserRect(x: 14, y: 14, width: 2, height: 2)), flat(.one, square.outset(by: 20))],
      by: SourceOverCompositing.formula, extent: .union)
    func value(_ radius: Double) throws -> Float {
      try pixel(
        filtered(
          "CIHighlightShadowAdjust",
          ["inputImage": .image(spot), "inputShadowAmount": .number(1), "inputRadius": .number(radius)]), 14, 14
      ).x
    }
    // In the middle of white the spot is no shadow.
    #expect(try value(0) > 0.19)
    #expect(try value(10) < 0.11)
  }
}
