/// CIHistogramDisplayFilter: draws a histogram as a chart.
///
/// Formula: c′(x, y) = 1 " if " y < height · h_c(x), " else " ground
package enum HistogramDisplayFilter {
  static let height = Parameter<Float>("inputHeight", default: 100, min: 1, max: 200, slider: 1...100)
  static let highLimit = Parameter<Float>("inputHighLimit", default: 1, min: 0, max: 1, slider: 0...1)
  static let lowLimit = Parameter<Float>("inputLowLimit", default: 0, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIHistogramDisplayFilter", displayName: "Histogram Display", summary: "Draws a histogram image as a chart.",
    categories: .usual(.reduction), since: "iOS 8 / tvOS 8", builtin: "CIHistogramDisplay",
    parameters: [.inputImage, height, highLimit, lowLimit], formulas: [.region(chart)],
    example: ["inputImage": .image(.histogram)]
  ) { (inputs) throws(RenderError) in
    guard let rect = inputs.image.extent.rect?.pixels else {
      if inputs.image.extent == .empty { return .empty }
      throw .invalidArgument("CIHistogramDisplayFilter: the image is infinite; give the image of a histogram")
    }
    let (height, low, high) = (inputs[height], inputs[lowLimit], inputs[highLimit])
    guard height.isFinite, low.isFinite, high.isFinite, (1...4096).contains(height.rounded()) else {
      throw .invalidArgument(
        "CIHistogramDisplayFilter: inputHeight is \(height), the limits are \(low) and \(high); give a height of 1 to "
          + "4096 "
          + "pixels and limits of 0 to 1")
    }
    let width = Float(rect.width)
    return (inputs.image.transformed(by: .translation(-rect.min.x, -rect.min.y)) ?? .empty)
      .gathered(by: chart, height.rounded(), SIMD2(low * width, high * width), SIMD3<Float>(0.03, 0.25, 0.5))
  }

  /// Bars of red, green and blue. Their height is the pixel of the histogram's lowest row in the same column, times
  /// `height`. To the left of `limits.x` pixels the chart is darker by the factor looks.z; to the right of limits.y it
  /// is lighter by the fraction looks.y of the difference from white. Opaque, linear light; looks.x is the background.
  /// Shader: Reduction/HistogramDisplayFilter.glsl
  ///
  /// Source: our own, from the description in Core Image's filter reference.
  package static let chart = RegionFormula(
    "histogramChart",
    taps: { (_: Float, _: SIMD2<Float>, _: SIMD3<Float>) in 1 },
    region: { (output, _: Float, _: SIMD2<Float>, _: SIMD3<Float>) in
      UserRect(x: output.min.x, y: 0, width: output.width, height: 1)
    },
    extent: { (input, height: Float, _: SIMD2<Float>, _: SIMD3<Float>) in
      UserRect(x: input.min.x, y: 0, width: input.width, height: Double(height))
    },
    reference: { (read, at, height: Float, limits: SIMD2<Float>, looks: SIMD3<Float>) in
      let bars = read(0, [at.x, 0.5])
      var color = SIMD4<Float>(repeating: looks.x).replacing(with: 1, where: bars * height .> at.y)
      if at.x < limits.x { color *= looks.z }
      if at.x > limits.y { color += (SIMD4<Float>.one - color) * looks.y }
      color.w = 1
      return color
    })
}
