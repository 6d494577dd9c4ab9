import Foundation
import ImageColor

/// What lies between two values of keyframes, in Double.
enum Blending {
  /// Numbers, and arrays of the same shape element by element.
  static func numbers(_ a: JSON, _ b: JSON, _ share: Double) -> JSON {
    switch (a, b) {
    case (.number(let a), .number(let b)): .number(between(a, b, share))
    case (.array(let a), .array(let b)): .array(zip(a, b).map { numbers($0, $1, share) })
    default: a
    }
  }

  /// Colours of four straight sRGB components: light, premultiplied, is what is blended, as the filters see it.
  static func colors(_ a: [Double], _ b: [Double], _ share: Double) -> [Double] {
    func light(_ color: [Double]) -> [Double] { color[..<3].map { linearFromSRGB($0) * color[3] } }
    let alpha = between(a[3], b[3], share)
    guard alpha != 0 else { return [0, 0, 0, 0] }
    return zip(light(a), light(b)).map { sRGBFromLinear(between($0, $1, share) / alpha) } + [alpha]
  }

  /// Transforms by what they are made of: a turn, which goes the shorter way; stretches, a slant and a shift.
  static func transforms(_ a: [Double], _ b: [Double], _ share: Double) -> [Double] {
    let (from, to) = (DecomposedAffine(a), DecomposedAffine(b))
    let turn = (to.turn - from.turn).remainder(dividingBy: 2 * .pi)
    return DecomposedAffine(
      turn: from.turn + turn * share, across: between(from.across, to.across, share),
      slant: between(from.slant, to.slant, share), up: between(from.up, to.up, share),
      shift: (between(from.shift.x, to.shift.x, share), between(from.shift.y, to.shift.y, share))
    ).components
  }

  /// Both ends exactly, and no overflow between ends that are far from each other.
  private static func between(_ a: Double, _ b: Double, _ share: Double) -> Double { a * (1 - share) + b * share }
}

/// A transform a, b, c, d, tx, ty taken apart: a stretch along x, a stretch along y with a slant along x, then a turn,
/// then a shift. A mirror is a negative stretch along y.
private struct DecomposedAffine {
  var turn, across, slant, up: Double
  var shift: (x: Double, y: Double)

  init(turn: Double, across: Double, slant: Double, up: Double, shift: (x: Double, y: Double)) {
    (self.turn, self.across, self.slant, self.up, self.shift) = (turn, across, slant, up, shift)
  }

  init(_ n: [Double]) {
    across = hypot(n[0], n[1])
    // Without an x axis left, the other one says how it is turned.
    turn = across > 0 ? atan2(n[1], n[0]) : atan2(-n[2], n[3])
    let (cosine, sine) = (cos(turn), sin(turn))
    slant = n[2] * cosine + n[3] * sine
    up = n[3] * cosine - n[2] * sine
    shift = (n[4], n[5])
  }

  var components: [Double] {
    let (cosine, sine) = (cos(turn), sin(turn))
    return [
      across * cosine, across * sine, slant * cosine - up * sine, slant * sine + up * cosine, shift.x, shift.y,
    ]
  }
}
