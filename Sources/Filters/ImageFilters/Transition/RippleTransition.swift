/// CIRippleTransition: a circular wave moves outwards and reveals the target.
///
/// Formula: C = S(q) (1 - τ) + T(q) τ, q = p + scale · s n, τ = f({1}/{2} + u), s = (2 τ - 1) f(|u| - {1}/{2})
/// Formula: u = {|p - m| - middle}/{0.75 width}, f(x) = 1 - x^2 (3 - 2 x) " for x limited to 0...1"
package enum RippleTransition {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 100, min: 1, slider: 10...300)
  static let scale = Parameter<Float>("inputScale", default: 50, min: -50, slider: -50...50, identity: 0)

  static let filter = Filter(
    "CIRippleTransition", displayName: "Ripple", summary: "A circular wave spreads and leaves the target.",
    categories: .extended(.transition), since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .targetImage, .shadingImage, .center, .imageExtent, .time, width, scale],
    formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    try passage(at: inputs[.time], from: inputs.image, to: inputs[.targetImage]) { (time) throws(RenderError) in
      let (center, area, shading) = (inputs[.center], inputs[.imageExtent], inputs[.shadingImage])
      let (width, scale) = (max(inputs[width], 1), inputs[scale])
      guard center.x.isFinite, center.y.isFinite, area.isFinite, width.isFinite, abs(scale) <= 1e4 else {
        throw .invalidArgument("CIRippleTransition: all inputs must be finite, and inputScale between -10000 and 10000")
      }
      let way = SIMD2(
        max(abs(area.min.x - center.x), abs(area.max.x - center.x)),
        max(abs(area.min.y - center.y), abs(area.max.y - center.y)))
      // The wave is 2.25 widths long; it moves on until it has passed the farthest corner.
      let front = time * (Float((way * way).sum().squareRoot()) + 2.25 * width)
      let light = shading.extent.rect ?? UserRect(x: 0, y: 0, width: 1, height: 1)
      return Node.gathered(
        [inputs.image, inputs[.targetImage], shading], by: formula, SIMD2<Float>(center),
        SIMD3(front - 1.125 * width, 1 / (0.75 * width), scale),
        SIMD4(lowHalf: SIMD2<Float>(light.center), highHalf: SIMD2<Float>(light.size / 2)))
    }
  }

  /// The wave consists of three parts of 0.75 widths. The slope of its surface grows from 0 to 1 in the first one, goes
  /// to -1 in the second, where the source becomes the target, and back to 0 in the third; each time as t² (3 - 2t).
  /// Both images are sampled scale times the slope further out. Where they are opaque, the shading image is composited
  /// over them, sampled at its middle plus the slope times half its size.
  ///
  /// `wave`: the distance of its middle from the centre, 1 / 0.75 widths, scale; `shading`: middle and half size.
  /// Premultiplied, linear light. Shader: Transition/RippleTransition.glsl
  ///
  /// Source: measured on Core Image, to 3/255. There this transition interpolates in linear light, not in stored
  /// values.
  package static let formula = RegionFormula(
    "ripple", inputs: 3,
    taps: { (_: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>) in 4 },
    region: { (input, output, _: SIMD2<Float>, wave: SIMD3<Float>, shading: SIMD4<Float>) in
      if input < 2 { return output.outset(by: Double(abs(wave.z)) + 1) }
      let (middle, half) = (SIMD2<Double>(shading.lowHalf), SIMD2<Double>(shading.highHalf))
      return UserRect(middle - half, middle + half).outset(by: 1)
    },
    extent: { (inputs, _: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>) in inputs[0].union(inputs[1]) },
    reference: { (read, at, center: SIMD2<Float>, wave: SIMD3<Float>, shading: SIMD4<Float>) in
      let way = at - center
      let distance = (way * way).sum().squareRoot()
      let u = (distance - wave.x) * wave.y
      let passed = fall(u + 0.5)
      let slope = way * ((2 * passed - 1) * fall(abs(u) - 0.5) / max(distance, 1e-3))
      let position = at + slope * wave.z
      let source = RegionFormula.bilinear(read, 0, position)
      let under = source + (RegionFormula.bilinear(read, 1, position) - source) * passed
      let light = RegionFormula.bilinear(read, 2, shading.lowHalf + slope * shading.highHalf) * under.w
      return light + under * (1 - light.w)
    })

  /// Returns an inverted smoothstep: 1 up to 0, 0 from 1 on, with slope 0 at both. Shader: Shared/SmoothFall.glsl
  private static func fall(_ x: Float) -> Float {
    let t = min(max(x, 0), 1)
    return 1 - t * t * (3 - 2 * t)
  }
}
