import Foundation

/// CIVortexDistortion: rotates the image inside a circle, by many turns at its centre.
///
/// Formula: source(p) = m + rotate(p - m, -{θ}/{r} (1 - {r}/{R})^2), r = |p - m| < R
package enum VortexDistortion {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 300, min: 0, slider: 0...800, identity: 0)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: Float(18 * Double.pi), slider: -30 * Double.pi...30 * Double.pi, identity: 0)

  static let filter = Filter(
    "CIVortexDistortion", summary: "Swirl with many turns.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, radius, angle], formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), radius, inputs[angle])
  }

  /// Rotated about `center` by angle (1 - r / radius)² / r radians, r in pixels: most of the rotation is near the
  /// centre. Counterclockwise for positive angles; outside the circle the image is unchanged. The extent includes the
  /// circle. Shader: DistortionEffect/VortexDistortion.glsl
  ///
  /// Source: measured on Core Image, the extent too. Old versions use a sine approximation, with which all pixels agree
  /// to 1/255; with the exact sine 98 % agree to 4. The least r of a thousandth of a pixel is our own choice.
  package static let formula = WarpFormula(
    "vortex", identity: { (_: SIMD2<Float>, _: Float, angle: Float) in angle == 0 },
    region: { (output, center: SIMD2<Float>, radius: Float, _: Float) in
      Circle(center, radius).source(of: output)
    },
    extent: { (input, center: SIMD2<Float>, radius: Float, _: Float) in
      input.union(Circle(center, radius).bounds)
    },
    reference: { (at, center: SIMD2<Float>, radius: Float, angle: Float) in
      let way = at - center
      let distance = way.length.atLeast(1e-3)
      let falloff = (1 - distance / radius).atLeast(0)
      let turn = falloff * falloff * angle / distance
      let (cosine, sine) = (turn.map { cos($0) }, turn.map { sin($0) })
      return Point(way.x * cosine + way.y * sine, way.y * cosine - way.x * sine) + center
    })
}
