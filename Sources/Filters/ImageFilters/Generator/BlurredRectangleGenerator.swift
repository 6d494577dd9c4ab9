import Foundation

/// CIBlurredRectangleGenerator: a rectangle of one colour whose edge is blurred.
///
/// Formula: c′(p) = colour · E(x; x_0, x_1) E(y; y_0, y_1), E(t; a, b) = {1}/{2} (erf({t - a}/{σ sqrt(2)}) - erf({t - b}/{σ sqrt(2)}))
package enum BlurredRectangleGenerator {
  static let filter = Filter(
    "CIBlurredRectangleGenerator", summary: "Solid rectangle with a Gaussian-soft edge.",
    categories: [.builtIn, .generator, .highDynamicRange, .stillImage], since: "macOS 14.0 / iOS 17 / tvOS 17",
    parameters: [.shapeExtent, .blurSigma, .color], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (area, sigma) = (inputs[.shapeExtent], max(inputs[.blurSigma], 0))
    guard area.isFinite, sigma.isFinite else {
      throw .invalidArgument("CIBlurredRectangleGenerator: inputExtent and inputSigma must be finite")
    }
    // A sigma of 0 is a step: so small that no pixel centre is on it.
    let scale = 1 / (max(sigma, 1e-4) * Float(2).squareRoot())
    return Node.generated(
      by: formula, inputs[.color].working, SIMD2<Float>(area.min), SIMD2<Float>(area.max), scale,
      extent: Extent(area.outset(by: Double(3 * sigma)).pixels))
  }

  /// The colour times the integral of a Gaussian over the rectangle: (erf((x - x0) scale) - erf((x - x1) scale)) / 2
  /// along each
  /// axis, with scale 1 / (sigma √2); premultiplied, linear light. Shader: Generator/BlurredRectangleGenerator.glsl
  ///
  /// Source: the convolution of a box with a Gaussian; erf by Abramowitz and Stegun 7.1.26, absolute error below
  /// 1.5e-7.
  package static let formula = ColorFormula(generator: "blurredRectangle") {
    (at, color: SIMD4<Float>, low: SIMD2<Float>, high: SIMD2<Float>, scale: Float) in
    func part(_ x: Lane, _ low: Float, _ high: Float) -> Lane {
      (errorFunction((x - low) * scale) - errorFunction((x - high) * scale)) * 0.5
    }
    return Color(repeating: color) * (part(at.x, low.x, high.x) * part(at.y, low.y, high.y))
  }

  /// Returns the error function. Shader: Shared/ErrorFunction.glsl
  static func errorFunction(_ x: Lane) -> Lane {
    let t = 1 / (1 + 0.3275911 * x.magnitude)
    let low = ((1.061405429 * t - 1.453152027) * t + 1.421413741) * t
    let polynomial = ((low - 0.284496736) * t + 0.254829592) * t
    let positive = 1 - polynomial * (x * x).map { exp(-$0) }
    return positive.replacing(with: -positive, where: x .< 0)
  }
}
