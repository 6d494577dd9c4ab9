import ImageColor
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

  /// The formula computed by hand: M = 0.1, S = 0.418 · 0.81 · 0.95 · (1 - 0.5 / 6.1²) = 0.31733, times √0.1 + 0.558
  /// √0.1 - 0.02348 = 0.46920; less 0.033, plus (1 + 0.0593 · 0.01 · 1.99) · 0.1.
  @Test func greysInTheShadowsAreRaised() throws {
    expect(try adjusted([0.1, 0.1, 0.1, 1], shadow: 1), near: [0.21601, 0.21601, 0.21601, 1], within: 1e-5)
  }

  /// Shadow 1.5 and highlight 0.75; colours as 8 bits of sRGB.
  static let measured: [(SIMD3<Double>, SIMD3<Double>)] = [
    ([0, 0, 67], [0, 0, 109]),
    ([56, 32, 64], [105, 77, 114]),
    ([77, 119, 17], [120, 161, 61]),
    ([92, 165, 50], [111, 185, 67]),
    ([102, 155, 13], [127, 180, 36]),
    ([113, 106, 0], [159, 153, 42]),
    ([124, 107, 35], [165, 149, 80]),
    ([134, 113, 68], [171, 151, 107]),
    ([143, 201, 114], [141, 206, 109]),
    ([153, 83, 32], [179, 109, 58]),
    ([163, 85, 0], [184, 105, 0]),
    ([172, 91, 36], [189, 105, 46]),
    ([181, 113, 74], [194, 123, 81]),
    ([190, 26, 37], [198, 0, 16]),
    ([198, 72, 31], [204, 62, 0]),
    ([206, 182, 112], [210, 182, 104]),
    ([214, 80, 19], [216, 56, 0]),
    ([222, 157, 119], [223, 146, 100]),
    ([229, 164, 48], [229, 151, 0]),
    ([236, 162, 5], [237, 145, 0]),
    ([243, 76, 42], [244, 0, 0]),
    ([251, 98, 56], [254, 50, 0]),
    ([255, 119, 25], [255, 81, 0]),
    ([255, 255, 181], [255, 255, 163]),
  ]

  @Test(arguments: measured) func coloursAreThoseOfCoreImage(_ color: SIMD3<Double>, _ expected: SIMD3<Double>) throws {
    func light(_ code: Double) -> Float { Float(linearFromSRGB(code / 255)) }
    let result = try adjusted([light(color.x), light(color.y), light(color.z), 1], shadow: 1.5, highlight: 0.75)
    for (component, code) in zip([result.x, result.y, result.z], [expected.x, expected.y, expected.z]) {
      let shown = (sRGBFromLinear(Double(min(max(component, 0), 1))) * 255).rounded()
      #expect(abs(shown - code) <= 2, "\(color): \(shown), not \(code)")
    }
  }

  @Test func negativeShadowsAreDarker() throws {
    #expect(try adjusted([0.1, 0.1, 0.1, 1], shadow: -1).x < 0.06)
  }

  @Test func highlightsAreAPowerThatGrowsWithTheLargestComponent() throws {
    // At white the exponent is 1.5 for all components.
    expect(try adjusted([1, 0.8, 0.6, 1], highlight: 0.5), near: [1, 0.71554, 0.46476, 1], within: 1e-4)
    expect(try adjusted([0.01, 0.01, 0.01, 1], highlight: 0), near: [0.01, 0.01, 0.01, 1], within: 1e-5)
  }

  @Test(arguments: [-1, -0.4, 0.3, 1] as [Double], [0, 0.5, 1] as [Double])
  func brighterStaysBrighter(shadow: Double, highlight: Double) throws {
    let greys = try stride(from: 0, through: 1, by: 1 / 64).map { (grey: Double) in
      try adjusted(SIMD4(SIMD3(repeating: Float(grey)), 1), shadow: shadow, highlight: highlight).x
    }
    #expect(greys[0] == 0 && zip(greys, greys.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func alphaStaysAndStraightColourCounts() throws {
    expect(
      try adjusted([0.05, 0.05, 0.05, 0.5], shadow: 1), near: [0.10800, 0.10800, 0.10800, 0.5], within: 1e-5)
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
