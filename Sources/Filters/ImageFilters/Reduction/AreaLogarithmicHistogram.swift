import Foundation

/// CIAreaLogarithmicHistogram: the histogram of the brightness in a rectangle, in stops.
///
/// Formula: h_i = scale/n |p ∈ R : ⌊N {log_2 c(p) - a}/{b - a}⌋ = i|
package enum AreaLogarithmicHistogram {
  static let minimumStop = Parameter<Float>("inputMinimumStop", default: -10, slider: -12...(-4))
  static let maximumStop = Parameter<Float>("inputMaximumStop", default: 4, slider: 0...8)

  static let filter = Filter(
    "CIAreaLogarithmicHistogram", summary: "Histogram over log2 of the RGB values between two stops.",
    categories: .extended(.reduction), since: "macOS 13.0 / iOS 16 / tvOS 16",
    parameters: [.inputImage, .extent, .histogramScale, .histogramCount, minimumStop, maximumStop],
    formulas: [.color(stops), .color(AreaHistogram.formula)],
    outputKeys: ["outputImage", "outputData", "outputImageMPS", "outputImageNonMPS"], example: ["inputScale": 15]
  ) { (inputs) throws(RenderError) in
    let filter = "CIAreaLogarithmicHistogram"
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: filter)
    let bins = try AreaHistogram.bins(inputs[.histogramCount], filter: filter)
    let (low, high) = (inputs[minimumStop], inputs[maximumStop])
    guard low.isFinite, high.isFinite, high > low else {
      throw .invalidArgument(
        "\(filter): inputMinimumStop is \(low) and inputMaximumStop \(high); give two numbers, the smaller one first")
    }
    let counts = Node(.histogram(area, bins: bins), [inputs.image.mapped(by: stops, low, 1 / (high - low))])
    return counts.mapped(by: AreaHistogram.formula, inputs[.histogramScale] / Float(area.width * area.height))
  }

  /// (log2 c - `low`) `scale` of red, green and blue, 0 if c is 0 or less; alpha unchanged.
  /// Shader: Reduction/AreaLogarithmicHistogram.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let stops = ColorFormula("logarithmicStops", keepsAlpha: true) { (color, low: Float, scale: Float) in
    let rgb = color.rgb.map { c in
      Lane().replacing(with: (c.atLeast(0x1p-100).map { log2($0) } - low) * scale, where: c .> 0)
    }
    return Color(rgb, color.alpha)
  }
}
