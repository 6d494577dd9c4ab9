/// CITorusLensDistortion: refracts the image through a ring of glass.
///
/// Formula: source(p) = p + h(p) · refract(n(p), η), h : " the height of the ring"
package enum TorusLensDistortion {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 160, min: 0, slider: 0...500, identity: 0)
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 80, min: 0, slider: 0...200, identity: 0)
  static let refraction = Parameter<Float>("inputRefraction", default: 1.7, min: 0, slider: 0...5, identity: 1)

  static let filter = Filter(
    "CITorusLensDistortion", summary: "Refracting ring-shaped lens.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, .center, radius, width, refraction],
    formulas: [.warp(formula)]
  ) { inputs in
    let (radius, width) = (inputs[radius], inputs[width])
    guard radius > 0, width > 0 else { return inputs.image }
    let half = min(width, radius) / 2
    return inputs.image.warped(
      by: formula, SIMD2<Float>(inputs[.center]), radius - half, half, Lens.refraction(inputs[refraction]))
  }

  /// A lens with the circle of `middle` as its axis, `half` wide to each side and as high; outside it pixels are
  /// unchanged. The extent is that of the image. Shader: DistortionEffect/TorusLensDistortion.glsl
  ///
  /// Source: our own, by Snell's law, see ``Lens``; Core Image's is not public. The filter's radius is the outer one.
  package static let formula = WarpFormula(
    "torusLens", identity: { (_: SIMD2<Float>, _: Float, _: Float, refraction: Float) in refraction == 1 },
    region: { (output, center: SIMD2<Float>, middle: Float, half: Float, refraction: Float) in
      let lens = Circle(center, middle + half).bounds
      return output.intersection(lens).isEmpty
        ? output : output.union(lens.outset(by: Double(half) * Lens.reach(refraction)))
    },
    extent: { (input, _: SIMD2<Float>, _: Float, _: Float, _: Float) in input },
    reference: { (at, center: SIMD2<Float>, middle: Float, half: Float, refraction: Float) in
      let way = at - center
      let length = way.length
      let off = length - middle
      let shift = Lens.shift(off.magnitude / half, refraction: refraction) * half
      let signed = shift.replacing(with: -shift, where: off .< 0)
      return at - way * (signed / length.atLeast(1e-6))
    })
}
