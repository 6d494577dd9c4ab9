/// CISwipeTransition: a band of colour sweeps across the image and reveals the target.
///
/// Formula: C = M + opacity (1 - |2 u - 1|) (colour - M), M = T + (S - T) u
package enum SwipeTransition {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 300, min: 0.1, slider: 0.1...800)
  static let opacity = Parameter<Float>("inputOpacity", default: 0, min: 0, slider: 0...1, identity: 0)

  static let filter = Filter(
    "CISwipeTransition", displayName: "Swipe", summary: "A soft edge sweeps across.",
    categories: .extended(.transition), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .targetImage, .imageExtent, .opaqueColor, .time, .angle, width, opacity],
    formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let sweep = try Sweep(inputs[.angle], over: inputs[.imageExtent], filter: "CISwipeTransition")
    let width = max(Double(inputs[width]), 0.1)
    guard width.isFinite else { throw .invalidArgument("CISwipeTransition: inputWidth must be finite") }
    let start = sweep.low - width + Double(progress(inputs[.time])) * (sweep.length + width)
    return Node.combined(
      [inputs.image, inputs[.targetImage]], by: formula, SIMD2<Float>(sweep.way),
      SIMD3(Float(start), Float(1 / width), inputs[opacity]), inputs[.opaqueColor].working, extent: .union)
  }

  /// With u the position in the band along the direction, 0...1: T + (S - T) u, mixed with the colour by opacity (1 -
  /// |2u - 1|). `band` holds its start, 1 over its width, the opacity. All components premultiplied, linear light.
  /// Shader: Transition/SwipeTransition.glsl
  ///
  /// Source: measured on Core Image, to 1/255: the band moves from before the extent to after it, along the angle.
  package static let formula = ColorFormula(transition: "swipeTransition", keepsClear: false) {
    (source, target, at, way: SIMD2<Float>, band: SIMD3<Float>, color: SIMD4<Float>) in
    let position: Lane = at.x * way.x + at.y * way.y
    let u: Lane = ((position - band.x) * band.y).limited(to: 0, 1)
    let weight: Lane = (1 - (2 * u - 1).magnitude) * band.z
    return mix(mix(target, source, u), Color(repeating: color), weight)
  }
}
