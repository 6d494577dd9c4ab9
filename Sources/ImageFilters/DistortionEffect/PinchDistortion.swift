/// CIPinchDistortion: draws what lies in a circle towards its centre.
///
/// Formula: u = {|p - m|}/{R}, source(p) = m + (p - m) {u^{k} (1 - u^2) + u^2}, k = {1}/{1 + scale} - 1
package enum PinchDistortion {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 300, min: 0, slider: 0...1000, identity: 0)
  static let scale = Parameter<Float>("inputScale", default: 0.5, min: 0, slider: 0...2, identity: 0)

  static let filter = Filter(
    "CIPinchDistortion", summary: "Pulls pixels towards a point.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, radius, scale], formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    // Beyond -0.9 a pinch outwards leaves a single pixel of the circle.
    let exponent = 1 / (1 + max(inputs[scale], -0.9))
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), radius, exponent - 1)
  }

  /// With u = r / radius, pixels come from the distance u^(exponent + 1) (1 - u²) + u³ in the same direction; outside
  /// of the circle they stay. `exponent` is 1 / (1 + scale) - 1, so 0 changes nothing. The extent takes in the circle.
  /// Shader: DistortionEffect/PinchDistortion.glsl
  ///
  /// Source: our own definition, smooth at the circle; Core Image's is not public.
  package static let formula = WarpFormula(
    "pinch", identity: { (_: SIMD2<Float>, _: Float, exponent: Float) in exponent == 0 },
    region: { (output, center: SIMD2<Float>, radius: Float, _: Float) in
      Circle(center, radius).source(of: output)
    },
    extent: { (input, center: SIMD2<Float>, radius: Float, _: Float) in
      input.union(Circle(center, radius).bounds)
    },
    reference: { (at, center: SIMD2<Float>, radius: Float, exponent: Float) in
      let way = at - center
      let u = (way.length / radius).atMost(1)
      return way * (u.power(exponent) * (1 - u * u) + u * u) + center
    })
}
