import Foundation
import ImageColor

/// Interpolation between the values of two keyframes, in Double.
enum KeyframeInterpolation {
  /// Interpolates numbers, or arrays of the same shape element by element.
  static func numbers(_ a: JSON, _ b: JSON, _ fraction: Double) -> JSON {
    switch (a, b) {
    case (.number(let a), .number(let b)): .number(mix(a, b, fraction))
    case (.array(let a), .array(let b)): .array(zip(a, b).map { numbers($0, $1, fraction) })
    default: a
    }
  }

  /// Interpolates colours of four straight sRGB components, as premultiplied linear light.
  static func colors(_ a: [Double], _ b: [Double], _ fraction: Double) -> [Double] {
    func premultiplied(_ color: [Double]) -> [Double] { color[..<3].map { linearFromSRGB($0) * color[3] } }
    let alpha = mix(a[3], b[3], fraction)
    guard alpha != 0 else { return [0, 0, 0, 0] }
    return zip(premultiplied(a), premultiplied(b)).map { sRGBFromLinear(mix($0, $1, fraction) / alpha) } + [alpha]
  }

  /// Interpolates transforms by their rotation, in the shorter direction, their scales, skew and translation.
  static func transforms(_ a: [Double], _ b: [Double], _ fraction: Double) -> [Double] {
    let (from, to) = (DecomposedAffine(a), DecomposedAffine(b))
    let rotation = (to.rotation - from.rotation).remainder(dividingBy: 2 * .pi)
    return DecomposedAffine(
      rotation: from.rotation + rotation * fraction, scaleX: mix(from.scaleX, to.scaleX, fraction),
      skew: mix(from.skew, to.skew, fraction), scaleY: mix(from.scaleY, to.scaleY, fraction),
      translation: (
        mix(from.translation.x, to.translation.x, fraction), mix(from.translation.y, to.translation.y, fraction)
      )
    ).components
  }

  /// Interpolates linearly. Exact at both ends, and without overflow for distant ends.
  private static func mix(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a * (1 - fraction) + b * fraction }
}

/// The decomposition of a transform a, b, c, d, tx, ty: a scale along x, a scale along y with a skew along x, then a
/// rotation, then a translation. A reflection is a negative scale along y.
private struct DecomposedAffine {
  /// The angle in radians.
  var rotation: Double
  var scaleX, skew, scaleY: Double
  var translation: (x: Double, y: Double)

  init(rotation: Double, scaleX: Double, skew: Double, scaleY: Double, translation: (x: Double, y: Double)) {
    (self.rotation, self.scaleX, self.skew, self.scaleY) = (rotation, scaleX, skew, scaleY)
    self.translation = translation
  }

  init(_ n: [Double]) {
    scaleX = hypot(n[0], n[1])
    // If the x axis has no length, the y axis determines the rotation.
    rotation = scaleX > 0 ? atan2(n[1], n[0]) : atan2(-n[2], n[3])
    let (cosine, sine) = (cos(rotation), sin(rotation))
    skew = n[2] * cosine + n[3] * sine
    scaleY = n[3] * cosine - n[2] * sine
    translation = (n[4], n[5])
  }

  var components: [Double] {
    let (cosine, sine) = (cos(rotation), sin(rotation))
    return [
      scaleX * cosine, scaleX * sine, skew * cosine - scaleY * sine, skew * sine + scaleY * cosine, translation.x,
      translation.y,
    ]
  }
}
