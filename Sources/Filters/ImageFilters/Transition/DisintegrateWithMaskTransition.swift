/// CIDisintegrateWithMaskTransition: reveals the target first where a mask is dark, with a shadow at the front.
///
/// Formula: C = U + (S (1 + λ) - U) k, U = T (1 - density · s) (1 - λ), λ = {t (1 - t)}/{2}
/// Formula: k = clamp({1}/{2} + {m - t}/{|∇m| + 0.001}, 0, 1), s = clamp({1}/{2} + {m_{offset} - t}/{radius (|∇m| + 0.001)}, 0, 1)
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
    formulas: [.color(front), .color(formula)]
  ) { (inputs) throws(RenderError) in
    try passage(at: inputs[.time], from: inputs.image, to: inputs[.targetImage]) { (time) throws(RenderError) in
      let (offset, radius, mask) = (inputs[shadowOffset], max(inputs[shadowRadius], 0), inputs[.maskImage])
      guard offset.x.isFinite, offset.y.isFinite, radius.isFinite else {
        throw .invalidArgument(
          "CIDisintegrateWithMaskTransition: inputShadowOffset and inputShadowRadius must be finite")
      }
      // No stored image between the mask and the layers: half-float rounding would be visible in dark areas.
      let beside = [SIMD2(1.0, 0), [0, 1]].map { mask.transformed(by: .translation($0.x, $0.y)) ?? .empty }
      let shadow = mask.transformed(by: .translation(offset.x, offset.y)) ?? .empty
      let near = Node.combined(
        [mask] + beside + [shadow], by: front, time, 1 / max(radius, 1e-3),
        extent: .stated(mask.extent.union(shadow.extent)))
      let density = min(max(inputs[shadowDensity], 0), 1)
      let (source, target) = (inputs.image, inputs[.targetImage])
      return Node.combined(
        [source, target, near], by: formula, density, time * (1 - time) / 2,
        extent: .stated(source.extent.union(target.extent)))
    }
  }

  /// The distance of a pixel from the front, as the remaining source (red: the fraction of the pixel) and as shadow
  /// (green: half at the front, and 0 at half a radius before it). The distance in pixels is the mask's green less
  /// `time`, over the larger of the mask's differences to the left and below plus a thousandth. The shadow takes the
  /// mask at its offset, with the differences of the pixel itself. Outside of its extent, the mask is 0. The layers are
  /// the mask, the mask a pixel to the right, a pixel up, and at the offset. `softness` is 1 / radius. Shader:
  /// Transition/DisintegrateWithMaskTransition.glsl
  ///
  /// Source: measured on Core Image, to 1/255.
  package static let front = ColorFormula(layers: "disintegrateFront", count: 4, keepsClear: false, preserves: .opacity)
  {
    (colors, _, time: Float, softness: Float) in
    let mask = colors[0].green
    let change = greatest((mask - colors[1].green).magnitude, (mask - colors[2].green).magnitude) + 0.001
    return Color(
      (0.5 + (mask - time) / change).limited(to: 0, 1),
      (0.5 + (colors[3].green - time) * softness / change).limited(to: 0, 1), Lane(), Lane(repeating: 1))
  }

  /// Source over target where the source remains. The layers are source, target, and the front. The target is darker in
  /// the shadow and by `light`, the source brighter by `light`. Premultiplied, linear light. Shader:
  /// Transition/DisintegrateWithMaskTransition.glsl
  ///
  /// Source: measured on Core Image, to 1/255.
  package static let formula = ColorFormula(layers: "disintegrate", count: 3) {
    (colors, _, density: Float, light: Float) in
    let (source, target) = (colors[0], colors[1])
    let dark: Lane = (1 - colors[2].green * density) * (1 - light)
    let under = Color(target.rgb * dark, target.alpha)
    return mix(under, Color(source.rgb * (1 + light), source.alpha), colors[2].red)
  }
}
