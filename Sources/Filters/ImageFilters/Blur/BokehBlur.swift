/// CIBokehBlur: simulates lens blur with bokeh discs that may have a bright ring.
///
/// Formula: c′ = D + weight (D - I), D = {mean}_{|q| ≤ r} c(p + q), I : " the mean of the inner disc"
package enum BokehBlur {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 20, min: 0, max: 500, slider: 0...100)
  static let ringAmount = Parameter<Float>("inputRingAmount", default: 0, min: 0, max: 1, slider: 0...1)
  static let ringSize = Parameter<Float>("inputRingSize", default: 0.1, min: 0, max: 0.2, slider: 0...0.2)
  static let softness = Parameter<Float>("inputSoftness", default: 1, min: 0, max: 10, slider: 0.25...0.4)

  static let filter = Filter(
    "CIBokehBlur", summary: "Disc blur with a ring highlight like an out-of-focus lens.", categories: .extended(.blur),
    since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [.inputImage, radius, ringAmount, ringSize, softness],
    formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (image, radius) = (inputs.image, inputs[radius])
    let (ring, size) = (min(max(inputs[ringAmount], 0), 100), min(max(inputs[ringSize], 0), 1))
    let softness = min(max(inputs[softness], 0), 10)
    guard radius.isFinite, ring.isFinite, size.isFinite, softness.isFinite else {
      throw .invalidArgument("CIBokehBlur: all inputs must be finite")
    }
    // Measured: the disc is a little smaller than the radius.
    let disc = 0.95 * max(radius, 0)
    // Above a radius of 500 pixels, the softening is applied at the disc's reduced resolution: at full resolution it is
    // too expensive.
    let soft = 0.05 * softness * disc
    let inDisc: Float = radius > 500 ? soft : 0
    var result = try DiscBlur.blurred(image, radius: disc, softness: inDisc, filter: "CIBokehBlur")
    if ring > 0, size > 0, disc > 0.5 {
      let inner = try DiscBlur.blurred(
        image, radius: disc * (1 - size), softness: inDisc, filter: "CIBokehBlur")
      let part = ring * (1 - size) * (1 - size)
      result = Node.combined([result, inner], by: formula, part / (1 + ring - part), extent: .first)
    }
    result = try GaussianBlur.blurred(result, sigma: soft - inDisc, filter: "CIBokehBlur")
    let reach = Double(radius) * 1.13
    return result.cropped(to: image.extent.map { $0.outset(by: reach).pixels })
  }

  /// Combines the mean D of a disc and the mean I of its inner disc: D + (D - I) weight. The inner disc thus gets a
  /// lower weight and the ring a higher one. Premultiplied, linear light. Shader: Blur/BokehBlur.glsl
  ///
  /// Source: our own. With ring amount a and ring size s of the radius, samples have the weight 1 in the disc and 1 + a
  /// in its ring: weight = a (1 - s)² / (1 + a - a (1 - s)²). Softness is a Gaussian of a twentieth of the radius.
  package static let formula = ColorFormula(
    blend: "bokehRing", chosen: { (_, weight: Float) in weight == 0 ? 0 : nil }
  ) { (disc, inner, weight: Float) in
    disc + (disc - inner) * weight
  }
}
