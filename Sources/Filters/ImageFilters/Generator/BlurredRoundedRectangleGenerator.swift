import Foundation

/// CIBlurredRoundedRectangleGenerator: a rectangle with round corners whose edge is blurred.
///
/// Formula: c′(p) = colour ∑_{q ∈ shape} g_σ(p - q)
package enum BlurredRoundedRectangleGenerator {
  static let filter = Filter(
    "CIBlurredRoundedRectangleGenerator", summary: "Solid rounded rectangle with a Gaussian-soft edge.",
    categories: [.builtIn, .generator, .highDynamicRange, .stillImage],
    since: "macOS 26.0 / iOS 26.0 / tvOS 26.0 (attributes report 16.0 / 19)",
    parameters: [.shapeExtent, .blurRadius, .smoothness, .blurSigma, .color], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (area, sigma) = (inputs[.shapeExtent], max(inputs[.blurSigma], 0))
    guard area.isFinite, sigma.isFinite else {
      throw .invalidArgument("CIBlurredRoundedRectangleGenerator: inputExtent and inputSigma must be finite")
    }
    let half = area.size / 2
    let radius = min(max(Double(inputs[.blurRadius]), 0), half.min())
    // A sigma of 0 is a step: so small that no pixel centre is on it.
    return Node.generated(
      by: formula, inputs[.color].working, SIMD2<Float>(area.center), SIMD2<Float>(half),
      SIMD3(Float(radius), 2 + 2 * min(max(inputs[.smoothness], 0), 1), max(sigma, 1e-2)),
      extent: Extent(area.outset(by: Double(3 * sigma)).pixels))
  }

  /// The colour times the integral of a Gaussian over the shape: along y by 32 rows between -3 and 3 sigma, along each
  /// row by the error function. The shape is that of CIRoundedRectangleGenerator; `form` holds its radius, its
  /// exponent, and sigma. Premultiplied, linear light. Shader: Generator/BlurredRoundedRectangleGenerator.glsl
  ///
  /// Source: the convolution with a Gaussian; the effect of smoothness is our own, as there.
  package static let formula = ColorFormula(generator: "blurredRoundedRectangle") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, half: SIMD2<Float>, form: SIMD3<Float>) in
    let (radius, exponent, sigma) = (form.x, form.y, form.z)
    let way = at - center
    let scale = 1 / (sigma * Float(2).squareRoot())
    let low = (way.y - 3 * sigma).limited(to: -half.y, half.y)
    let step = ((way.y + 3 * sigma).limited(to: -half.y, half.y) - low) * (1 / 32)
    var sum = Lane.zero
    for row in 0..<32 {
      let y = low + step * (Float(row) + 0.5)
      let up = ((y.magnitude - (half.y - radius)) * (1 / max(radius, 1e-6))).limited(to: 0, 1)
      let reach = half.x - radius + radius * (1 - up.power(exponent)).power(1 / exponent)
      let across =
        BlurredRectangleGenerator.errorFunction((way.x + reach) * scale)
        - BlurredRectangleGenerator.errorFunction((way.x - reach) * scale)
      let off = (y - way.y) * scale
      sum += across * (off * off).map { exp(-$0) }
    }
    return Color(repeating: color) * (sum * step * (scale * 0.28209479))
  }
}
