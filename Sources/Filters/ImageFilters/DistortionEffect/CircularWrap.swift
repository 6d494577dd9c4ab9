/// CICircularWrap: wraps the image around a ring.
///
/// Formula: source(p) = ({w}/2 + R φ, r - R), φ = θ - arg(p - m), r = |p - m|
package enum CircularWrap {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 150, min: 0, slider: 0...600)

  static let filter = Filter(
    "CICircularWrap", displayName: "Circular Wrap Distortion", summary: "Bends the image round a circle.",
    categories: .extended(.distortionEffect), since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .center, radius, .angle], formulas: [.warp(formula), .warp(AffineTile.formula)]
  ) { inputs in
    let (image, center) = (inputs.image, inputs[.center])
    guard let rect = image.extent.rect?.pixels, center.x.isFinite, center.y.isFinite else { return image }
    let radius = max(inputs[radius], 0)
    let ring = UserRect(center, center).outset(by: Double(radius) + rect.height).pixels
    // At the seam, pixels are interpolated with those of the other end.
    return image.repeatedWithoutEnd.cropped(to: rect.outset(by: [1, 0]))
      .warped(
        by: formula, SIMD2<Float>(center), radius, inputs[.angle], SIMD2<Float>([rect.center.x, rect.min.y]),
        Float(rect.width)
      ).cropped(to: ring)
  }

  /// The image's width is wrapped once around the circle, clockwise, with its middle at the top. Its lower edge is the
  /// circle, and heights are unchanged. `angle` rotates the ring counterclockwise; `start` is the middle of the lower
  /// edge. Shader: DistortionEffect/CircularWrap.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = WarpFormula(
    "circularWrap",
    region: { (_, _: SIMD2<Float>, _: Float, _: Float, start: SIMD2<Float>, width: Float) in
      UserRect(
        [Double(start.x) - Double(width) / 2, -.infinity], [Double(start.x) + Double(width) / 2, .infinity])
    },
    extent: { (_, _: SIMD2<Float>, _: Float, _: Float, _: SIMD2<Float>, _: Float) in .infinite },
    reference: { (at, center: SIMD2<Float>, radius: Float, angle: Float, start: SIMD2<Float>, width: Float) in
      let way = at - center
      let turns = (Lane.angle(way.x, way.y) + angle) * Float(0.5 / Double.pi)
      return Point((turns - (turns + 0.5).rounded(.down)) * width, way.length - radius) + start
    })
}
