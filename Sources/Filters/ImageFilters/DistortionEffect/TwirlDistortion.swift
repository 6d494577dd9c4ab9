import Foundation

/// CITwirlDistortion: rotates the image inside a circle, most at its centre.
///
/// Formula: source(p) = m + rotate(p - m, -θ (1 - 3 u^2 + 2 u^3)), u = {|p - m|}/{R} < 1
package enum TwirlDistortion {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 300, min: 0, slider: 0...500, identity: 300)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: .pi, slider: -4 * Double.pi...4 * Double.pi, identity: 0)

  static let filter = Filter(
    "CITwirlDistortion", summary: "Rotates more near a centre.", categories: .extended(.distortionEffect),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage, .center, radius, angle], formulas: [.warp(formula)]
  ) { inputs in
    let radius = inputs[radius]
    guard radius > 0 else { return inputs.image }
    return inputs.image.warped(by: formula, SIMD2<Float>(inputs[.center]), radius, inputs[angle])
  }

  /// With u = r / radius, rotated about `center` by angle (1 - 3u² + 2u³) radians. A positive angle rotates the image
  /// counterclockwise; outside the circle it is unchanged. The extent includes the circle. Shader:
  /// DistortionEffect/TwirlDistortion.glsl
  ///
  /// Source: measured on Core Image, the extent too. Old versions use a sine approximation, with which all pixels agree
  /// to 1/255; with the exact sine 96 % agree to 4.
  package static let formula = WarpFormula(
    "twirl", identity: { (_: SIMD2<Float>, _: Float, angle: Float) in angle == 0 },
    region: { (output, center: SIMD2<Float>, radius: Float, _: Float) in
      Circle(center, radius).source(of: output)
    },
    extent: { (input, center: SIMD2<Float>, radius: Float, _: Float) in
      input.union(Circle(center, radius).bounds)
    },
    reference: { (at, center: SIMD2<Float>, radius: Float, angle: Float) in
      let way = at - center
      let turn = (way.length / radius).smoothFall * angle
      let (cosine, sine) = (turn.map(cos), turn.map(sin))
      return Point(way.x * cosine + way.y * sine, way.y * cosine - way.x * sine) + center
    })
}
