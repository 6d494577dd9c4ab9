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
    formulas: [.warp(wobble), .warp(glint), .color(formula)]
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
    let (middle, wave) = (SIMD2<Float>(center), SIMD3(front, 1 / width, scale))
    func moved(_ image: Node) -> Node { image.clampedToExtent.warped(by: wobble, middle, wave) }
    let shine = shading.warped(
      by: glint, middle, wave, SIMD4(lowHalf: SIMD2<Float>(light.center), highHalf: SIMD2<Float>(light.size / 2)))
    return Node.combined(
      [moved(inputs.image), moved(inputs[.targetImage]), shine], by: formula, middle, wave, extent: .union
    ).cropped(to: inputs.image.extent.union(inputs[.targetImage].extent))
  }

  /// With u the place in the wave, from 0 at its front to 1 at its end, and its slope sin 2πu sin² πu: an image read
  /// scale times the slope further out. `wave`: where the front is, 1 / width, scale.
  /// Shader: Transition/RippleTransition.glsl
  package static let wobble = WarpFormula(
    "rippleWobble",
    region: { (output, _: SIMD2<Float>, wave: SIMD3<Float>) in output.outset(by: Double(abs(wave.z)) + 1) },
    extent: { (input, _: SIMD2<Float>, wave: SIMD3<Float>) in input.outset(by: Double(abs(wave.z)) + 1).pixels },
    reference: { (at, center: SIMD2<Float>, wave: SIMD3<Float>) in
      let slope = Slope(at, center, wave)
      return at + slope.direction * (slope.steepness * wave.z)
    })

  /// The shading image where the wave's surface looks: at its middle plus the slope times the direction, in halves of
  /// its size. `shading`: middle and half size. Shader: Transition/RippleTransition.glsl
  package static let glint = WarpFormula(
    "rippleGlint",
    region: { (_, _: SIMD2<Float>, _: SIMD3<Float>, shading: SIMD4<Float>) in
      let (middle, half) = (SIMD2<Double>(shading.lowHalf), SIMD2<Double>(shading.highHalf))
      return UserRect(middle - half, middle + half).outset(by: 1)
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD3<Float>, _: SIMD4<Float>) in .infinite },
    reference: { (at, center: SIMD2<Float>, wave: SIMD3<Float>, shading: SIMD4<Float>) in
      let slope = Slope(at, center, wave)
      let way = slope.direction * slope.steepness
      return Point(way.x * shading.z, way.y * shading.w) + shading.lowHalf
    })

  /// Both images, read where the wave shows them, mixed by a smooth step of u; over that lies the shading, weighed by
  /// the slope's magnitude. Premultiplied, linear light. Shader: Transition/RippleTransition.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(layers: "rippleTransition", count: 3) {
    (colors, at, center: SIMD2<Float>, wave: SIMD3<Float>) in
    let slope = Slope(at, center, wave)
    let u = slope.place
    let under = mix(colors[0], colors[1], u * u * (3 - 2 * u))
    let light = colors[2] * slope.steepness.magnitude
    return light + under * (1 - light.alpha)
  }

  /// The wave at eight points.
  private struct Slope {
    let place, steepness: Lane
    let direction: Point

    init(_ at: Point, _ center: SIMD2<Float>, _ wave: SIMD3<Float>) {
      let way = at - center
      let distance = way.length
      let u = ((wave.x - distance) * wave.y).limited(to: 0, 1)
      let rise = (3.14159265 * u).map(sin)
      place = u
      steepness = (6.2831853 * u).map(sin) * rise * rise
      direction = way * (1 / distance.atLeast(1e-3))
    }
  }
}
