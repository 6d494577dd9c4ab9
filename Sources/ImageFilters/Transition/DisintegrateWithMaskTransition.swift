/// CIDisintegrateWithMaskTransition: the target appears where a mask is dark first, with a shadow at the front.
///
/// Formula: C = T + (S light - T) k, k = clamp(25 (m - t), 0, 1)
package enum DisintegrateWithMaskTransition {
  static let shadowRadius = Parameter<Float>("inputShadowRadius", type: .distance, default: 8, min: 0, slider: 0...50)
  static let shadowDensity = Parameter<Float>(
    "inputShadowDensity", default: 0.65, min: 0, max: 1, slider: 0...1, identity: 0)
  static let shadowOffset = Parameter<SIMD2<Double>>(
    "inputShadowOffset", type: .offset, default: [0, -10], identity: [0, 0])

  static let filter = Filter(
    "CIDisintegrateWithMaskTransition", displayName: "Disintegrate With Mask",
    summary: "Dissolves along a mask with a shadow at the front.", categories: .extended(.transition),
    since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .targetImage, .maskImage, .time, shadowRadius, shadowDensity, shadowOffset],
    formulas: [.color(remaining), .color(shadow), .color(formula)]
  ) { (inputs) throws(RenderError) in
    let time = progress(inputs[.time])
    if time == 0 { return inputs.image }
    if time == 1 { return inputs[.targetImage] }
    let (offset, radius) = (inputs[shadowOffset], max(inputs[shadowRadius], 0))
    guard offset.x.isFinite, offset.y.isFinite else {
      throw .invalidArgument("CIDisintegrateWithMaskTransition: inputShadowOffset must be finite")
    }
    let rest = inputs[.maskImage].mapped(by: remaining, time)
    let shade =
      try GaussianBlur.blurred(rest, sigma: radius / 2, filter: "CIDisintegrateWithMaskTransition")
      .transformed(by: .translation(offset.x, offset.y)) ?? .empty
    let density = min(max(inputs[shadowDensity], 0), 1)
    let lit = density * time * (1 - time) / 2
    let dark = Node.combined([inputs[.targetImage], shade], by: shadow, density, 1 - lit, extent: .first)
    return Node.combined(
      [inputs.image, dark, rest], by: formula, 1 + lit,
      extent: .stated(
        inputs.image.extent.union(inputs[.targetImage].extent)))
  }

  /// How much of the source is left, in all four components: its green less the threshold, over a twenty-fifth, 0...1;
  /// the threshold goes from below 0 to above 1. Shader: Transition/DisintegrateWithMaskTransition.glsl
  package static let remaining = ColorFormula("disintegrateRemaining", keepsClear: false) { (mask, time: Float) in
    let left = ((mask.green - (time * 1.04 - 0.02)) * 25 + 0.5).limited(to: 0, 1)
    return Color(left, left, left, left)
  }

  /// The target under the shadow of what is left: T (1 - density s) light; alpha stays.
  /// Shader: Transition/DisintegrateWithMaskTransition.glsl
  package static let shadow = ColorFormula(blend: "disintegrateShadow") {
    (target, shade, density: Float, light: Float) in
    Color(target.rgb * ((1 - shade.alpha * density) * light), target.alpha)
  }

  /// T + (S light - T) times what is left; premultiplied, linear light. Shader:
  /// Transition/DisintegrateWithMaskTransition.glsl
  ///
  /// Source: measured on Core Image: the threshold is the time, the source is brighter and the target darker by an
  /// eighth of the density in the middle of time; that this follows time (1 - time) / 2, and the shadow, a Gaussian of
  /// half the radius, are our own.
  package static let formula = ColorFormula(mask: "disintegrate") { (source, target, rest, light: Float) in
    mix(target, Color(source.rgb * light, source.alpha), rest.alpha)
  }
}
