/// CICopyMachineTransition: a bright bar like that of a copier sweeps over the image and reveals the target.
///
/// Formula: C = (T + (S - T) u + (colour - 0.021) l) (1 + 1.28 l + 0.18 l^2)
/// Formula: l = opacity · min({u}/{0.83}, {1 - u}/{0.17})
package enum CopyMachineTransition {
  static let color = Parameter<ColorValue>("inputColor", type: .opaqueColor, default: ColorValue(0.6, 1, 0.8, 1))
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, min: 0, slider: 0...6.283185307179586, identity: 0)
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 200, min: 0.1, slider: 0.1...500, identity: 200)
  static let opacity = Parameter<Float>("inputOpacity", default: 1.3, min: 0, slider: 0...3, identity: 1.3)

  static let filter = Filter(
    "CICopyMachineTransition", displayName: "Copy Machine",
    summary: "A bright copier bar sweeps over and leaves the target.", categories: .extended(.transition),
    since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .targetImage, .imageExtent, color, .time, angle, width, opacity],
    formulas: [.color(formula)], example: ["inputTime": 0.3, "inputWidth": 150]
  ) { (inputs) throws(RenderError) in
    try passage(at: inputs[.time], from: inputs.image, to: inputs[.targetImage]) { (time) throws(RenderError) in
      let (sweep, width) = (
        try Sweep(inputs[angle], over: inputs[.imageExtent], filter: "CICopyMachineTransition"),
        max(Double(inputs[width]), 0.1)
      )
      guard width.isFinite else { throw .invalidArgument("CICopyMachineTransition: inputWidth must be finite") }
      let reach = (inputs[.imageExtent].size * inputs[.imageExtent].size).sum().squareRoot() / 2
      let start = (sweep.low + sweep.high) / 2 - reach + Double(time) * (2 * reach + 2.012 * width)
      let color = inputs[color]
      let light = SIMD3(Float(color.red), Float(color.green), Float(color.blue)) * Float(color.alpha)
      return Node.combined(
        [inputs.image, inputs[.targetImage]], by: formula, SIMD2<Float>(sweep.way),
        SIMD3(Float(start), Float(1 / width), inputs[opacity]), light, extent: .union)
    }
  }

  /// With u the position in the bar along the direction, 0...1, and l = opacity times an intensity that rises slowly up
  /// to u = 0.83 and falls quickly: (T + (S - T) u + (colour - 0.021) l)(1 + 1.28 l + 0.18 l²); alpha that of the
  /// mixture. `bar` holds its start, 1 over its width, the opacity. Premultiplied, linear light.
  /// Shader: Transition/CopyMachineTransition.glsl
  ///
  /// Source: fitted on Core Image's pixels, to 1/255, with opacity 1. The colour is used by its sRGB components. The
  /// bar starts at half the diagonal of the extent before its middle and moves by the diagonal and 2.012 times its
  /// width; the excess over twice its width is derived from one image.
  package static let formula = ColorFormula(transition: "copyMachineTransition") {
    (source, target, at, way: SIMD2<Float>, bar: SIMD3<Float>, light: SIMD3<Float>) in
    let position: Lane = at.x * way.x + at.y * way.y
    let u: Lane = ((position - bar.x) * bar.y).limited(to: 0, 1)
    let bright: Lane = least(u * (1 / 0.83), (1 - u) * (1 / 0.17)) * bar.z
    let under = mix(target, source, u)
    let lit = under.rgb + RGB(light - 0.021) * (bright * under.alpha)
    let gain: Lane = 1 + bright * (1.28 + bright * 0.18)
    return Color(lit * gain, under.alpha)
  }
}
