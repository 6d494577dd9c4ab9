import Foundation

/// CIRippleTransition: a round wave runs outwards and leaves the target.
///
/// Formula: C = mix(S(q), T(q)), q = p + scale · sin(2 π u) {sin}^2(π u) n, u = {front - |p - m|}/{width}
package enum RippleTransition {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 100, min: 1, slider: 10...300)
  static let scale = Parameter<Float>("inputScale", default: 50, min: -50, slider: -50...50, identity: 0)

  static let filter = Filter(
    "CIRippleTransition", displayName: "Ripple", summary: "A circular wave spreads and leaves the target.",
    categories: .extended(.transition), since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .targetImage, .shadingImage, .center, .pictureExtent, .time, width, scale],
    formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    let time = progress(inputs[.time])
    if time == 0 { return inputs.image }
    if time == 1 { return inputs[.targetImage] }
    let (center, area, shading) = (inputs[.center], inputs[.pictureExtent], inputs[.shadingImage])
    let (width, scale) = (max(inputs[width], 1), inputs[scale])
    guard center.x.isFinite, center.y.isFinite, area.isFinite, width.isFinite, abs(scale) <= 1e4 else {
      throw .invalidArgument("CIRippleTransition: its numbers must be finite, and inputScale lie in -10000...10000")
    }
    let way = SIMD2(
      max(abs(area.min.x - center.x), abs(area.max.x - center.x)),
      max(abs(area.min.y - center.y), abs(area.max.y - center.y)))
    let front = time * (Float((way * way).sum().squareRoot()) + width)
    let light = shading.extent.rect ?? UserRect(x: 0, y: 0, width: 1, height: 1)
    return Node.gathered(
      [inputs.image.clampedToExtent, inputs[.targetImage].clampedToExtent, shading], by: formula,
      SIMD2<Float>(center), SIMD3(front, 1 / width, scale),
      SIMD4(lowHalf: SIMD2<Float>(light.center), highHalf: SIMD2<Float>(light.size / 2))
    ).cropped(to: inputs.image.extent.union(inputs[.targetImage].extent))
  }

  /// With u the place in the wave, from 0 at its front to 1 at its end, and its slope sin 2πu sin² πu: both images
  /// are read scale times the slope further out, and mixed by a smooth step of u; over that lies what the shading
  /// image has at its middle plus the slope times the direction, in halves of its size, weighed by the slope's
  /// magnitude. The images go on past their rims as they end there. `wave`: where the front is, 1 / width, scale;
  /// `shading`: middle and half size. Premultiplied, linear light. Shader: Transition/RippleTransition.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = RegionFormula(
    "rippleTransition", inputs: 3,
    taps: { (_: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>) in 4 },
    region: { (input, output, _: SIMD2<Float>, wave: SIMD3<Float>, shading: SIMD4<Float>) in
      guard input == 2 else { return output.outset(by: Double(abs(wave.z)) + 1) }
      let (middle, half) = (SIMD2<Double>(shading.lowHalf), SIMD2<Double>(shading.highHalf))
      return UserRect(middle - half, middle + half).outset(by: 1)
    },
    extent: { (inputs, _: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>) in inputs[0].union(inputs[1]) },
    reference: { (read, at, center: SIMD2<Float>, wave: SIMD3<Float>, shading: SIMD4<Float>) in
      let way = at - center
      let distance = (way * way).sum().squareRoot()
      let u = min(max((wave.x - distance) * wave.y, 0), 1)
      let rise = sin(3.14159265 * u)
      let slope = sin(6.2831853 * u) * rise * rise
      let direction = way / max(distance, 1e-3)
      let point = at + direction * (slope * wave.z)
      let source = RegionFormula.bilinear(read, 0, point)
      let under = source + (RegionFormula.bilinear(read, 1, point) - source) * (u * u * (3 - 2 * u))
      let light = RegionFormula.bilinear(read, 2, shading.lowHalf + direction * slope * shading.highHalf) * abs(slope)
      return light + under * (1 - light.w)
    })
}
