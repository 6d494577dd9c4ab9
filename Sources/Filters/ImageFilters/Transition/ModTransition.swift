import Foundation

/// CIModTransition: reveals the target through a lattice of round holes, which are stretched away from the middle.
///
/// Formula: C = S + (T - S) clamp({1}/{2} + 17 (1 - {d}/{R}), 0, 1), R = 0.73652 time · radius
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
    try passage(at: inputs[.time], from: inputs.image, to: inputs[.targetImage]) { (time) throws(RenderError) in
      let (center, angle) = (inputs[.center], inputs[angle])
      let (radius, compression) = (max(inputs[radius], 1), max(inputs[compression], 1))
      guard center.x.isFinite, center.y.isFinite, angle.isFinite, radius.isFinite, compression.isFinite else {
        throw .invalidArgument("CIModTransition: all inputs must be finite")
      }
      let turn = Double(angle) + lattice
      return Node.combined(
        [inputs.image, inputs[.targetImage]], by: formula, SIMD2<Float>(center),
        SIMD2<Float>(SIMD2(cos(turn), sin(turn))),
        SIMD3(compression, 1 / radius, sharpness / (growth * time)), SIMD3<Float>(stretch), SIMD2<Float>(middle),
        extent: .union)
    }
  }

  /// The rotation of the lattice in addition to the angle, in radians.
  private static let lattice = 0.466464
  /// The radius of a hole at the end, in lattice distances; from 0.7072 on, holes cover everything.
  private static let growth: Float = 0.73652
  /// The radius of a hole over the width of its edge.
  private static let sharpness: Float = 17
  /// The stretch of positions s ≥ 0.5, in compressions from the centre: they come from e - f / (s + c): e, f and c.
  private static let stretch = SIMD3(2.72748, 2.8334, 0.82356)

  /// The stretch of positions s below 0.5: they come from s + a s³ + b s⁵, which is continuous up to the second
  /// derivative at 0.5: a and b.
  private static let middle: SIMD2<Double> = {
    let way = 0.5 + stretch.z
    let (value, slope) = (stretch.x - stretch.y / way, stretch.y / (way * way))
    let b = 8 * (slope - 1) - 48 * (value - 0.5)
    return SIMD2(8 * (value - 0.5) - b / 4, b)
  }()

  /// Shows the target in holes about the points of a square lattice, which is rotated by `turn` (cosine and sine); away
  /// from the centre the image is stretched along x. `sizes`: compression, 1 / radius, widths of an edge per distance
  /// of the lattice. Shader: Transition/ModTransition.glsl
  ///
  /// Source: measured on Core Image, to 1/255, with an angle of 3, a compression of 1, and times about a half: round
  /// holes, a radius apart, and the constants above. Three points are our own interpretation, because no pixel of that
  /// image shows them: holes grow linearly with the time, lengths along x are proportional to the compression, and the
  /// middle is not stretched, as stated in Core Image's reference.
  package static let formula = ColorFormula(transition: "modTransition") {
    (
      source, target, at, center: SIMD2<Float>, turn: SIMD2<Float>, sizes: SIMD3<Float>, stretch: SIMD3<Float>,
      middle: SIMD2<Float>
    ) in
    let way = at - center
    let beside = (way.x * (1 / sizes.x)).magnitude
    let square = beside * beside
    let near: Lane = beside * (1 + square * (middle.x + square * middle.y))
    let far: Lane = stretch.x - stretch.y / (beside + stretch.z)
    let side = far.replacing(with: near, where: beside .< 0.5) * sizes.x
    let x = side.replacing(with: -side, where: way.x .< 0)

    func fromHole(_ q: Lane) -> Lane { q - (q + 0.5).rounded(.down) }
    let hole = Point(
      fromHole((x * turn.x + way.y * turn.y) * sizes.y), fromHole((way.y * turn.x - x * turn.y) * sizes.y))
    return mix(source, target, (ModTransition.sharpness + 0.5 - hole.length * sizes.z).limited(to: 0, 1))
  }
}
