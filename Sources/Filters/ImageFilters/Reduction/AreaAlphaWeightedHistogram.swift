/// CIAreaAlphaWeightedHistogram: the histogram of a rectangle, each pixel weighted by its alpha.
///
/// Formula: h_i = {scale}/{n} sum_{p ∈ R} α(p) [⌊N {c(p)}/{α(p)}⌋ = i], n = |R|
///
/// Source: Core Image's filter reference; quantizing alpha to steps of 1/255, and counting 1 in the last bin, are our
/// own choices.
package enum AreaAlphaWeightedHistogram {
  static let filter = Filter(
    "CIAreaAlphaWeightedHistogram",
    summary: "RGB histograms of unpremultiplied values where each pixel counts by its alpha.",
    categories: .usual(.reduction), since: "macOS 15.0 / iOS 18 / tvOS 18", builtin: "CIAreaHistogram",
    parameters: [.inputImage, .extent, .histogramScale, .histogramCount],
    formulas: [.color(bitPlane), .color(weighted)],
    outputKeys: ["outputImage", "outputImageMPS", "outputImageNonMPS", "outputData"], example: ["inputScale": 15]
  ) { (inputs) throws(RenderError) in
    let filter = "CIAreaAlphaWeightedHistogram"
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: filter)
    let bins = try AreaHistogram.bins(inputs[.histogramCount], filter: filter)
    // A histogram counts whole pixels. Therefore there is one histogram for each of the 8 bits of alpha, with an
    // additional bin for pixels without the bit.
    let shrink = Float(bins) / Float(bins + 1)
    var sum = Node.empty
    for bit in 0..<8 {
      let digit = Float(1 << bit)
      let plane = inputs.image.mapped(by: bitPlane, digit, shrink)
      let counts = Node(.histogram(area, bins: bins + 1), [plane])
      sum = Node.combined(
        [sum, counts], by: weighted, digit / 255 * inputs[.histogramScale] / Float(area.width * area.height),
        extent: .union)
    }
    return sum.cropped(to: UserRect(x: 0, y: 0, width: Double(bins), height: 1))
  }

  /// The straight colour, limited to 0...1, times `shrink` if alpha in steps of 1/255 has the bit `digit`, else 1.
  /// Opaque. Shader: Reduction/AreaAlphaWeightedHistogram.glsl
  package static let bitPlane = ColorFormula("alphaBitPlane", keepsClear: false, preserves: .opacity) {
    (color, digit: Float, shrink: Float) in
    let one = Lane(repeating: 1)
    let steps = (color.alpha.limited(to: 0, 1) * 255 + 0.5).rounded(.down)
    let digits = (steps * (1 / digit)).rounded(.down)
    let isSet = digits - (digits * 0.5).rounded(.down) * 2 .> 0.5
    // The last bin is for the other pixels, so 1 is counted in the bin before.
    let rgb = color.unpremultiplied.rgb.map {
      one.replacing(with: $0.limited(to: 0, 0.999999) * shrink, where: isSet)
    }
    return Color(rgb, one)
  }

  /// The first image plus `weight` times the second, in red, green and blue; opaque. Shader:
  /// Reduction/AreaAlphaWeightedHistogram.glsl
  package static let weighted = ColorFormula(blend: "weightedCounts", keepsClear: false, preserves: .opacity) {
    (sum, counts, weight: Float) in
    Color(sum.rgb + counts.rgb * weight, Lane(repeating: 1))
  }
}
