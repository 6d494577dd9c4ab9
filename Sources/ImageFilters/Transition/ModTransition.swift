import Foundation

/// CIModTransition: the target appears through holes that twist about a point.
///
/// Formula: C = T " if " {1}/{2} + {cos(2 y/r) + e cos(2 x/r)}/{2 + 2 e} < time, " else " S, e = e^{-d/compression}
package enum ModTransition {
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 2, slider: -6.283185307179586...6.283185307179586, identity: 0)
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 150, min: 1, slider: 1...200)
  static let compression = Parameter<Float>(
    "inputCompression", type: .distance, default: 300, min: 1, slider: 100...800)

  static let filter = Filter(
    "CIModTransition", displayName: "Mod", summary: "Target appears through a moire-like pattern of holes.",
    categories: .extended(.transition), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .targetImage, .center, .time, angle, radius, compression], formulas: [.color(formula)],
    example: ["inputTime": 0.6]
  ) { (inputs) throws(RenderError) in
    let time = progress(inputs[.time])
    if time == 0 { return inputs.image }
    if time == 1 { return inputs[.targetImage] }
    let (center, angle) = (inputs[.center], inputs[angle])
    let (radius, compression) = (max(inputs[radius], 1), max(inputs[compression], 1))
    guard center.x.isFinite, center.y.isFinite, angle.isFinite, radius.isFinite, compression.isFinite else {
      throw .invalidArgument("CIModTransition: its numbers must be finite")
    }
    return Node.combined(
      [inputs.image, inputs[.targetImage]], by: formula, SIMD2<Float>(center),
      SIMD4(time, angle, 2 / radius, 1 / compression), extent: .union)
  }

  /// The way from the centre is turned by the angle times e, e = exp(-distance / compression), to (x, y); where the
  /// pattern 1/2 + (cos 2y/radius + e cos 2x/radius) / (2 + 2e) is less than the time the target shows, with an edge of
  /// a fortieth. Near the centre there are round holes, far from it stripes. `numbers`: time, angle, 2 / radius, 1 /
  /// compression.
  /// Shader: Transition/ModTransition.glsl
  ///
  /// Source: our own; stripes of π radii far from the centre are measured on Core Image.
  package static let formula = ColorFormula(transition: "modTransition") {
    (source, target, at, center: SIMD2<Float>, numbers: SIMD4<Float>) in
    let way = at - center
    let near: Lane = (way.length * numbers.w).map { exp(-$0) }
    let turn: Lane = near * numbers.y
    let (cosine, sine): (Lane, Lane) = (turn.map { cos($0) }, turn.map { sin($0) })
    let x: Lane = way.x * cosine - way.y * sine
    let y: Lane = way.x * sine + way.y * cosine
    let stripes: Lane = (y * numbers.z).map { cos($0) }
    let dots: Lane = (x * numbers.z).map { cos($0) }
    let pattern: Lane = (stripes + near * dots) / (1 + near) * 0.5 + 0.5
    let shown: Lane = ((numbers.x * 1.025 - pattern) * 40).limited(to: 0, 1)
    return mix(source, target, shown)
  }
}
