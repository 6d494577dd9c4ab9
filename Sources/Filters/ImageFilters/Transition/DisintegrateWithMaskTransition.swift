/// CIDisintegrateWithMaskTransition: reveals the target first where a mask is dark, with a shadow at the front.
///
/// Formula: C = U + (S (1 + λ) - U) k, U = T (1 - density · s) (1 - λ), λ = {density · t (1 - t)}/{2}
/// Formula: k = clamp({1}/{2} + d, 0, 1), s = clamp({1}/{2} + {d}/{radius}, 0, 1), d = {m - t}/{|∇m| + 0.001}
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
      let near = Node.combined(
        [mask] + beside, by: front, time, 1 / max(radius, 1e-3), extent: .stated(mask.extent))
      let shade = near.transformed(by: .translation(offset.x, offset.y)) ?? .empty
      let density = min(max(inputs[shadowDensity], 0), 1)
      let (source, target) = (inputs.image, inputs[.targetImage])
      return Node.combined(
        [source, target, near, shade], by: formula, density, density * time * (1 - time) / 2,
        extent: .stated(source.extent.union(target.extent)))
    }
  }

  /// The distance of a pixel from the front, as the remaining source (red: the fraction of the pixel) and as shadow
  /// (green: half at the front, and 0 at half a radius before it). The distance in pixels is the mask's green less
  /// `time`, over the larger of its differences to the left and below plus a thousandth. Outside the mask it is black.
  /// The layers are the mask, and the mask a pixel to the right and a pixel up. `softness` is 1 / radius. Shader:
  /// Transition/DisintegrateWithMaskTransition.glsl
  ///
  /// Source: measured on Core Image, to 3/255.
  package static let front = ColorFormula(mask: "disintegrateFront", keepsClear: false, preserves: .opacity) {
    (mask, left, below, time: Float, softness: Float) in
    let mask = mask.green
    let change = greatest((mask - left.green).magnitude, (mask - below.green).magnitude)
    let distance = (mask - time) / (change + 0.001)
    return Color(
      (0.5 + distance).limited(to: 0, 1), (0.5 + distance * softness).limited(to: 0, 1), Lane(), Lane(repeating: 1))
  }

  /// Source over target where the source remains. The layers are source, target, the front, and the front offset by the
  /// shadow. The target is darker in the shadow and by `light`, the source brighter by `light`. Premultiplied, linear
  /// light. Shader: Transition/DisintegrateWithMaskTransition.glsl
  ///
  /// Source: measured on Core Image, where at half time and density 1 the source was brighter, and the target darker,
  /// by an eighth. That this follows density · time (1 - time) / 2 is our own interpretation.
  package static let formula = ColorFormula(layers: "disintegrate", count: 4) {
    (colors, _, density: Float, light: Float) in
    let (source, target) = (colors[0], colors[1])
    let dark: Lane = (1 - colors[3].green * density) * (1 - light)
    let under = Color(target.rgb * dark, target.alpha)
    return mix(under, Color(source.rgb * (1 + light), source.alpha), colors[2].red)
  }
}
