/// CIGlassLozenge: refracts the image through a glass rod with round ends.
///
/// Formula: source(p) = p + h(p) · refract(n(p), η), h : " the height of the rod"
package enum GlassLozenge {
  static let point0 = Parameter<SIMD2<Double>>("inputPoint0", type: .position, default: [150, 150])
  static let point1 = Parameter<SIMD2<Double>>("inputPoint1", type: .position, default: [350, 150])
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 100, min: 0, slider: 0...1000, identity: 100)
  static let refraction = Parameter<Float>("inputRefraction", default: 1.7, min: 0, slider: 0...5, identity: 1)

  static let filter = Filter(
    "CIGlassLozenge", summary: "Refracting capsule-shaped lens.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, point0, point1, radius, refraction],
    formulas: [.warp(formula)],
    example: ["inputRadius": 60, "inputPoint0": .coordinates([100, 100]), "inputPoint1": .coordinates([200, 200])]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    return inputs.image.warped(
      by: formula, SIMD2<Float>(inputs[point0]), SIMD2<Float>(inputs[point1]), radius,
      Lens.refraction(inputs[refraction]))
  }

  /// A lens with the segment from `first` to `second` as its axis, `radius` wide to each side and as high; outside it
  /// pixels are unchanged. The extent is that of the image. Shader: DistortionEffect/GlassLozenge.glsl
  ///
  /// Source: our own, by Snell's law, see ``Lens``; Core Image's is not public.
  package static let formula = WarpFormula(
    "glassLozenge",
    identity: { (_: SIMD2<Float>, _: SIMD2<Float>, _: Float, refraction: Float) in refraction == 1 },
    region: { (output, first: SIMD2<Float>, second: SIMD2<Float>, radius: Float, refraction: Float) in
      let lens = Circle(first, radius).bounds.union(Circle(second, radius).bounds)
      return output.intersection(lens).isEmpty
        ? output : output.union(lens.outset(by: Double(radius) * Lens.reach(refraction)))
    },
    extent: { (input, _: SIMD2<Float>, _: SIMD2<Float>, _: Float, _: Float) in input },
    reference: { (at, first: SIMD2<Float>, second: SIMD2<Float>, radius: Float, refraction: Float) in
      let (way, axis) = (at - first, second - first)
      let square = max((axis * axis).sum(), 1e-6)
      let along = ((way.x * axis.x + way.y * axis.y) / square).limited(to: 0, 1)
      let off = Point(way.x - along * axis.x, way.y - along * axis.y)
      let distance = off.length
      let shift = Lens.shift(distance / radius, refraction: refraction) * radius
      return at - off * (shift / distance.atLeast(1e-6))
    })
}
