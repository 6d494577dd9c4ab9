/// A part of a gradient around a point: those of layers. No filter of Core Image's is this.
package enum ConicRamp {
  /// A colour that gains with the direction in which a pixel is seen from `center`, from nothing at `start` to all of
  /// it 1 / `slope` later, in turns, and is nothing again where a turn begins, at `axis`; `turn` is 1 when x goes
  /// towards y, -1 the other way. A pixel shows the mean over the directions that it is wide: 1 / (2π r) of a turn, as
  /// the width that a square is seen with has the same variance from everywhere. Premultiplied, any light. Shader:
  /// Gradient/ConicRamp.glsl
  ///
  /// Source: CSS Images Module Level 4, conic gradients, for what is shown; the mean is that of a ramp.
  package static let formula = ColorFormula(generator: "conicRamp") {
    (
      at, color: SIMD4<Float>, center: SIMD2<Float>, axis: SIMD2<Float>, turn: Float, start: Float, slope: Float
    ) in
    let way = at - center
    let across = turn * (axis.x * way.y - axis.y * way.x)
    let along = way.x * axis.x + way.y * axis.y
    let width = (0.15915494 / way.length.atLeast(1e-6)).atMost(1)
    var low = Lane.angle(across, along) * 0.15915494 - width * 0.5
    low -= low.rounded(.down)
    let high = low + width
    let (first, second) = (high.atMost(1), (high - 1).atLeast(0))
    let sum =
      mean((low - start) * slope, (first - start) * slope) * (first - low)
      + mean(Lane(repeating: -start * slope), (second - start) * slope) * second
    return Color(repeating: color) * (sum / (first - low + second))
  }

  /// The mean of a linear ramp from 0 to 1, 0 before it and 1 behind it, between two places where it would have the
  /// values a <= b.
  private static func mean(_ a: Lane, _ b: Lane) -> Lane {
    let (low, high) = (a.limited(to: 0, 1), b.limited(to: 0, 1))
    let sum = (high - low) * (high + low) * 0.5 + b.atLeast(1) - a.atLeast(1)
    return high.replacing(with: sum / (b - a).atLeast(1e-6), where: b - a .> 1e-6)
  }
}
