/// CICircleSplashDistortion: extends the colours at a circle's rim outwards without end.
///
/// Formula: source(p) = m + (p - m) min(1, {R}/{|p - m|})
package enum CircleSplashDistortion {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 150, min: 0, slider: 0...1000)

  static let filter = Filter(
    "CICircleSplashDistortion", summary: "Colours at a circle's rim spread outwards.",
    categories: .extended(.distortionEffect), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .center, radius], formulas: [.warp(formula)]
  ) { inputs in
    inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), max(inputs[radius], 0))
  }

  /// Inside the circle, unchanged; outside, the point of the rim in the same direction. The result is infinite.
  /// Shader: DistortionEffect/CircleSplashDistortion.glsl
  ///
  /// Source: Core Image's filter reference; CILightTunnel, which is measured, is the same with a twist.
  package static let formula = WarpFormula(
    "circleSplash",
    region: { (_, center: SIMD2<Float>, radius: Float) in Circle(center, radius).bounds },
    extent: { (_, _: SIMD2<Float>, _: Float) in .infinite },
    reference: { (at, center: SIMD2<Float>, radius: Float) in
      let way = at - center
      let length = way.length
      let scale = (radius / length.atLeast(1e-6)).atMost(1)
      return way * scale + center
    })
}
