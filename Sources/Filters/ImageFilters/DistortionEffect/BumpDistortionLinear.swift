/// CIBumpDistortionLinear: bulges or dents the image inside a band along a line.
///
/// Formula: source(p) = p - d n scale (1 - 3 u^2 + 2 u^3), u = {|d|}/{R} < 1, d = (p - m) · n
package enum BumpDistortionLinear {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 300, min: 0, slider: 0...600, identity: 0)
  static let angle = Parameter<Float>("inputAngle", type: .angle, default: 0, slider: 0...2 * Double.pi, identity: 0)
  static let scale = Parameter<Float>("inputScale", default: 0.5, min: -1, slider: 0...1, identity: 1)

  static let filter = Filter(
    "CIBumpDistortionLinear", summary: "Bulges a band along a line.", categories: .extended(.distortionEffect),
    since: "macOS 10.5 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, radius, angle, scale],
    formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    let line = TileFrame.axes(inputs[angle])
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), line, radius, inputs[scale])
  }

  /// With u = d / radius, d the distance from the line, pixels come from the distance d (1 - scale (1 - 3u² + 2u³)) on
  /// the same side; farther away than the radius they are unchanged. `line` holds cosine and sine of the line's
  /// direction. The extent is that of the image. Shader: DistortionEffect/BumpDistortionLinear.glsl
  ///
  /// Source: the law of CIBumpDistortion, which is measured, across a line.
  package static let formula = WarpFormula(
    "bumpLinear", identity: { (_: SIMD2<Float>, _: SIMD2<Float>, _: Float, scale: Float) in scale == 0 },
    region: { (output, _: SIMD2<Float>, line: SIMD2<Float>, radius: Float, scale: Float) in
      // u (1 - 3u² + 2u³) is at most 0.26.
      output.outset(by: SIMD2(Double(abs(line.y)), Double(abs(line.x))) * Double(abs(scale) * radius * 0.27))
    },
    extent: { (input, _: SIMD2<Float>, _: SIMD2<Float>, _: Float, _: Float) in input },
    reference: { (at, center: SIMD2<Float>, line: SIMD2<Float>, radius: Float, scale: Float) in
      let way = at - center
      let distance = way.y * line.x - way.x * line.y
      let shift = distance * (scale * (distance.magnitude / radius).smoothFall)
      return Point(at.x + shift * line.y, at.y - shift * line.x)
    })
}
