/// CIPinchDistortion: contracts the image inside a circle towards its centre, and expands it outside.
///
/// Formula: source(p) = m + (p - m) (1 - scale + scale √{R/r}), r = |p - m|
package enum PinchDistortion {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 300, min: 0, slider: 0...1000, identity: 0)
  static let scale = Parameter<Float>("inputScale", default: 0.5, min: 0, slider: 0...2, identity: 0)

  static let filter = Filter(
    "CIPinchDistortion", summary: "Pulls pixels towards a point.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, radius, scale], formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    return inputs.image.warped(
      by: formula, SIMD2<Float>(inputs[.center]), radius, min(max(inputs[scale], 0), 2))
  }

  /// Pixels come from the distance (1 - scale) r + scale √(r radius) in the same direction, from further out inside the
  /// circle and from closer in beyond it, without a limit. The extent is the box of the image's transformed corners,
  /// and a pixel on each side. Shader: DistortionEffect/PinchDistortion.glsl
  ///
  /// Source: measured on Core Image at scale 0.5, to 1/255, the extent too. It is our own choice that other scales mix
  /// distance and root in the same way, and that scales beyond the slider's ends are limited to them.
  package static let formula = WarpFormula(
    "pinch", identity: { (_: SIMD2<Float>, _: Float, scale: Float) in scale == 0 },
    region: { (output, center: SIMD2<Float>, radius: Float, scale: Float) in
      let source = output.union(Circle(center, radius).bounds)
      guard scale > 1 else { return source }
      // Far out, pixels come from beyond the centre.
      let (center, back) = (SIMD2<Double>(center), Double(1 - scale))
      return source.union(UserRect(center + (output.max - center) * back, center + (output.min - center) * back))
    },
    extent: { (input, center: SIMD2<Float>, radius: Float, scale: Float) in
      if scale == 0 { return input }
      let center = SIMD2<Double>(center)
      // If the centre is outside the image, the closest point to it may be between two corners.
      let near = center.clamped(lowerBound: input.min, upperBound: input.max)
      let points = [input.min.x, near.x, input.max.x].flatMap { x in
        [input.min.y, near.y, input.max.y].map { y in mapped(SIMD2(x, y), center, Double(radius), Double(scale)) }
      }
      return UserRect(points.reduce(points[0], pointwiseMin), points.reduce(points[0], pointwiseMax)).outset(by: 1)
    },
    reference: { (at, center: SIMD2<Float>, radius: Float, scale: Float) in
      let way = at - center
      return way * (1 - scale + scale * (radius / way.length.atLeast(1e-6)).squareRoot()) + center
    })

  /// Returns the output position of a point of the image: at the distance q², with q the first root of (1 - scale) q² +
  /// scale √radius q = the point's distance. Points without an output position, at scales above 1, get about the
  /// distance of the last ones that have one.
  private static func mapped(
    _ point: SIMD2<Double>, _ center: SIMD2<Double>, _ radius: Double, _ scale: Double
  ) -> SIMD2<Double> {
    let way = point - center
    let distance = (way * way).sum().squareRoot()
    guard distance > 0 else { return point }
    let linear = scale * radius.squareRoot()
    let root = max(linear * linear + 4 * (1 - scale) * distance, 0).squareRoot()
    return center + way * (4 * distance / ((linear + root) * (linear + root)))
  }
}
