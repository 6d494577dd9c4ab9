/// CIBumpDistortion: bulges or dents the image inside a circle.
///
/// Formula: source(p) = m + (p - m) (1 - scale (1 - 3 u^2 + 2 u^3)), u = {|p - m|}/{R} < 1
package enum BumpDistortion {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 300, min: 0, slider: 0...600)
  static let scale = Parameter<Float>("inputScale", default: 0.5, slider: -1...1, identity: 0)

  static let filter = Filter(
    "CIBumpDistortion", summary: "Bulges or dents a disc around a point.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, radius, scale], formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), radius, inputs[scale])
  }

  /// With u = r / radius, pixels come from the distance r (1 - scale (1 - 3u² + 2u³)) in the same direction; outside
  /// the circle they are unchanged. At the centre the image is magnified 1 / (1 - scale) times. The extent is that of
  /// the image. Shader: DistortionEffect/BumpDistortion.glsl
  ///
  /// Source: measured on Core Image, to 1/255; the extent too.
  package static let formula = WarpFormula(
    "bump", identity: { (_: SIMD2<Float>, _: Float, scale: Float) in scale == 0 },
    region: { (output, center: SIMD2<Float>, radius: Float, scale: Float) in
      Circle(center, radius * max(1, abs(scale))).source(of: output)
    },
    extent: { (input, _: SIMD2<Float>, _: Float, _: Float) in input },
    reference: { (at, center: SIMD2<Float>, radius: Float, scale: Float) in
      let way = at - center
      return way * (1 - scale * (way.length / radius).smoothFall) + center
    })
}
