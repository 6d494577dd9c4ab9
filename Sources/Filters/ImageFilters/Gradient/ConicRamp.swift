/// A part of a conic gradient, for the gradients of layers. Not a filter of Core Image.
package enum ConicRamp {
  /// A colour that ramps up with the direction of a pixel from `center`: from 0 at `start` to its full value 1 /
  /// `slope` turns later, and back to 0 at the start of a turn, at `axis`. `turn` is 1 for directions from x towards y,
  /// -1 for the opposite. A pixel gets the mean over the range of directions that it spans: 1 / (2π r) of a turn,
  /// because the projected width of a square has the same variance in all directions. Premultiplied, in any encoding.
  /// Shader: Gradient/ConicRamp.glsl
  ///
  /// Source: CSS Images Module Level 4, conic gradients, for the ramp; the mean is that of a linear ramp.
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

  /// Returns the mean of a linear ramp from 0 to 1, constant outside, between two positions at which its unlimited
  /// values are a <= b.
  private static func mean(_ a: Lane, _ b: Lane) -> Lane {
    let (low, high) = (a.limited(to: 0, 1), b.limited(to: 0, 1))
    let sum = (high - low) * (high + low) * 0.5 + b.atLeast(1) - a.atLeast(1)
    return high.replacing(with: sum / (b - a).atLeast(1e-6), where: b - a .> 1e-6)
  }
}
