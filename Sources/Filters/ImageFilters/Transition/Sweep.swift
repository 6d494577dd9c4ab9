import Foundation

/// A direction across a rectangle, for transitions that move along it.
struct Sweep {
  let way: SIMD2<Double>
  /// The least and the largest coordinate of the rectangle along the direction.
  let low, high: Double

  /// - Throws: `invalidArgument` if the angle or the rectangle is not finite.
  init(_ angle: Float, over rect: UserRect, filter: String) throws(RenderError) {
    guard angle.isFinite, rect.isFinite else {
      throw .invalidArgument("\(filter): inputAngle and inputExtent must be finite")
    }
    way = SIMD2(Foundation.cos(Double(angle)), Foundation.sin(Double(angle)))
    let ends = [rect.min, [rect.max.x, rect.min.y], rect.max, [rect.min.x, rect.max.y]].map { [way] in ($0 * way).sum()
    }
    (low, high) = (ends.min()!, ends.max()!)
  }

  var length: Double { high - low }
}

/// Returns the time of a transition limited to 0...1; NaN is 0.
func progress(_ time: Float) -> Float { time > 0 ? min(time, 1) : 0 }

/// Returns the image of a transition: the source until the time 0, the target from 1 on, and the result of `between`
/// for a time inside.
func passage(
  at time: Float, from source: Node, to target: Node, _ between: (Float) throws(RenderError) -> Node
) throws(RenderError) -> Node {
  let time = progress(time)
  return time == 0 ? source : time == 1 ? target : try between(time)
}
