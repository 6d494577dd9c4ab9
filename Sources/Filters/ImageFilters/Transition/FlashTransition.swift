/// CIFlashTransition: a flash that grows until it fills the frame, and fades to the target.
///
/// Formula: C = (1 - t) (light + S (1 - {light}_a)) + t T, light : " as in CISunbeamsGenerator"
package enum FlashTransition {
  static let color = Parameter<ColorValue>("inputColor", type: .color, default: ColorValue(1, 0.8, 0.6, 1))
  static let maxStriationRadius = Parameter<Float>("inputMaxStriationRadius", default: 2.58, min: 0, slider: 0...10)
  static let striationContrast = Parameter<Float>("inputStriationContrast", default: 1.375, min: 0, slider: 0...5)
  static let fadeThreshold = Parameter<Float>("inputFadeThreshold", default: 0.85, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIFlashTransition", displayName: "Flash",
    summary: "A flash grows until it fills the frame and fades to the target.", categories: .extended(.transition),
    since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [
      .inputImage, .targetImage, .center, .imageExtent, color, .time, maxStriationRadius, .striationStrength,
      striationContrast, fadeThreshold,
    ],
    formulas: [.color(formula)], example: ["inputTime": 0.15]
  ) { (inputs) throws(RenderError) in
    try passage(at: inputs[.time], from: inputs.image, to: inputs[.targetImage]) { (time) throws(RenderError) in
      let (center, area) = (inputs[.center], inputs[.imageExtent])
      let (strength, contrast) = (inputs[.striationStrength], inputs[striationContrast])
      let fade = min(max(inputs[fadeThreshold], 0), 1)
      guard center.x.isFinite, center.y.isFinite, area.isFinite, strength.isFinite, contrast.isFinite,
        inputs[maxStriationRadius].isFinite
      else { throw .invalidArgument("CIFlashTransition: all inputs must be finite") }
      let way = SIMD2(
        max(abs(area.min.x - center.x), abs(area.max.x - center.x)),
        max(abs(area.min.y - center.y), abs(area.max.y - center.y)))
      // At the threshold the flash is five times as large as the frame.
      let grown = fade > 0 ? min(time / fade, 1) : 1
      let radius = min(5 * Float((way * way).sum().squareRoot()) * grown * grown, 1e5)
      let reach = min(max(radius * max(inputs[maxStriationRadius], 0), 1e-3), 1e7)
      let faded = time <= fade ? 0 : (time - fade) / (1 - fade)
      return Node.combined(
        [inputs.image, inputs[.targetImage]], by: formula, SIMD2<Float>(center),
        SIMD3(radius * radius, 1 / reach, faded),
        SIMD3(strength, contrast, 0), inputs[color].working, extent: .union)
    }
  }

  /// The light of CISunbeamsGenerator, each component at most 1, over the source, mixed with the target by `form`.z.
  /// `form`.x and `form`.y are the sun's radius squared and 1 / the reach of the rays. Premultiplied, linear light.
  /// Shader: Transition/FlashTransition.glsl
  ///
  /// Source: the fade is measured on Core Image; the growth of the flash with the square of the time is our own.
  package static let formula = ColorFormula(transition: "flashTransition", keepsClear: false) {
    (source, target, at, center: SIMD2<Float>, form: SIMD3<Float>, numbers: SIMD3<Float>, color: SIMD4<Float>) in
    let light = SunbeamsGenerator.light(at, color, center, SIMD2(form.x, form.y), numbers)
    let limited = Color(light.rgb.map { $0.atMost(1) }, light.alpha.atMost(1))
    return mix(limited + source * (1 - limited.alpha), target, Lane(repeating: form.z))
  }
}
