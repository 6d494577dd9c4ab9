import Foundation

/// CILightTunnel: extends the colours at a circle's rim outwards, along spirals.
///
/// Formula: source(p) = m + R (cos φ, sin φ), φ = arg(p - m) + rotation + {R}/{2 π} ln {r}/{R}, r = |p - m| > R
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
    return inputs.image.warped(
      by: formula, SIMD2<Float>(inputs[.center]), radius, inputs[rotation], radius / (2 * .pi))
  }

  /// Inside the circle, unchanged; outside, the point of the rim that is `rotation` + `twist` ln(r / radius) radians
  /// further counterclockwise. The result is infinite. Shader: DistortionEffect/LightTunnel.glsl
  ///
  /// Source: measured on Core Image with radius 100 and rotation 0. Old versions use a sine approximation, with which
  /// all pixels agree to 1/255. The twist was 100 / 2π there; it is our own assumption that it is radius / 2π, so that
  /// small circles twist less, and that the rotation is added, which rotates the tunnel as a whole.
  package static let formula = WarpFormula(
    "lightTunnel",
    region: { (_, center: SIMD2<Float>, radius: Float, _: Float, _: Float) in Circle(center, radius).bounds },
    extent: { (_, _: SIMD2<Float>, _: Float, _: Float, _: Float) in .infinite },
    reference: { (at, center: SIMD2<Float>, radius: Float, rotation: Float, twist: Float) in
      let way = at - center
      let length = way.length.atLeast(1e-6)
      let turn = (length / radius).atLeast(1).map { log($0) } * twist + rotation
      let (cosine, sine) = (turn.map { cos($0) }, turn.map { sin($0) })
      let outside = Point(way.x * cosine - way.y * sine, way.y * cosine + way.x * sine) * (radius / length)
      return way.replacing(with: outside, where: length .> radius) + center
    })
}
