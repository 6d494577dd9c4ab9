/// CIKaleidoscope: a wedge of the image, mirrored around a point.
///
/// Formula: source(p) = m + r (cos ψ, sin ψ), ψ = a + |(φ - a) mod 2 w|_{w}, w = {π}/{count}
package enum Kaleidoscope {
  static let count = Parameter<Int>("inputCount", type: .scalar, default: 6, min: 1, slider: 1...64)

  static let filter = Filter(
    "CIKaleidoscope", summary: "Wedge mirrored round a point.", categories: .extended(.tileEffect),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, count, .center, .angle], formulas: [.warp(formula)]
  ) { inputs in
    let (image, center) = (inputs.image, inputs[.center])
    let wedge = Float.pi / Float(max(inputs[count], 1))
    return image.warped(by: formula, SIMD2<Float>(center), inputs[.angle], wedge)
  }

  /// Directions are mirrored over a wedge that starts at `angle`, both in radians; distances from the centre are
  /// unchanged. The result extends as far as the farthest corner of the image. Shader: TileEffect/Kaleidoscope.glsl
  ///
  /// Source: measured on an image of Core Image: wedges of half a turn over the count, the first one unchanged; the
  /// extent.
  package static let formula = WarpFormula(
    "kaleidoscope",
    region: { (output, center: SIMD2<Float>, _: Float, _: Float) in reach(of: output, from: center) },
    extent: { (input, center: SIMD2<Float>, _: Float, _: Float) in reach(of: input, from: center) },
    reference: { (at, center: SIMD2<Float>, angle: Float, wedge: Float) in
      let way = at - center
      let folded = Folding.mirrored((Lane.angle(way.y, way.x) - angle) / wedge) * wedge + angle
      let length = way.length
      return Point(length * folded.cosine, length * folded.sine) + center
    })

  /// Returns the square about the centre that reaches the farthest corner.
  private static func reach(of rect: UserRect, from center: SIMD2<Float>) -> UserRect {
    let center = SIMD2<Double>(center)
    let (low, high) = (center - rect.min, rect.max - center)
    let far = SIMD2(max(abs(low.x), abs(high.x)), max(abs(low.y), abs(high.y)))
    return UserRect(center, center).outset(by: (far * far).sum().squareRoot())
  }
}
