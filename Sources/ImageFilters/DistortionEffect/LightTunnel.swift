/// CILightTunnel: light streams from a circle's rim outwards, in straight lines.
///
/// Formula: source(p) = m + R (cos φ, sin φ), φ = arg(p - m) - (a - b), sin b = {R sin a}/{r}
package enum LightTunnel {
  static let rotation = Parameter<Float>(
    "inputRotation", type: .angle, default: 0, slider: 0...Double.pi / 2, identity: 0)
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 100, slider: 1...500, identity: 0)

  static let filter = Filter(
    "CILightTunnel", displayName: "Light Tunnel Distortion",
    summary: "Turns everything outside a circle into a light tunnel.", categories: .extended(.distortionEffect),
    since: "macOS 10.10 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, rotation, radius],
    formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    let angle = min(max(inputs[rotation], -.pi / 2), .pi / 2)
    // Cosines are not below 0: rays never enter the circle.
    let ray: SIMD2<Float> = [max(TileFrame.axes(angle).x, 0), TileFrame.axes(angle).y]
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), radius, ray)
  }

  /// Inside of the circle as it is; outside, the point of the rim from which a straight ray arrives. Rays leave the rim
  /// at an angle to the radius, `ray` is its cosine and sine. The result has no end. Shader:
  /// DistortionEffect/LightTunnel.glsl
  ///
  /// With a the angle of a ray, at the distance r it meets the radius at b, sin b = R sin a / r: the rim's point is a -
  /// b back.
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = WarpFormula(
    "lightTunnel",
    region: { (_, center: SIMD2<Float>, radius: Float, _: SIMD2<Float>) in Circle(center, radius).bounds },
    extent: { (_, _: SIMD2<Float>, _: Float, _: SIMD2<Float>) in .infinite },
    reference: { (at, center: SIMD2<Float>, radius: Float, ray: SIMD2<Float>) in
      let way = at - center
      let length = way.length.atLeast(1e-6)
      let scale = (radius / length).atMost(1)
      let sine = scale * ray.y
      let cosine = (1 - sine * sine).atLeast(0).squareRoot()
      // Cosine and sine of a - b, 1 and 0 at the rim.
      let (turnX, turnY) = (cosine * ray.x + sine * ray.y, cosine * ray.y - sine * ray.x)
      let outside = Point(way.x * turnX + way.y * turnY, way.y * turnX - way.x * turnY) * scale
      return way.replacing(with: outside, where: length .> radius) + center
    })
}
