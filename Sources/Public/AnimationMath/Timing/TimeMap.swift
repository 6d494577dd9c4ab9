/// How the time of what is above becomes the time of a layer or of an animation, in seconds.
///
/// Source: Core Animation's `CAMediaTiming`: own time = (time above − begin) · speed + offset.
package struct TimeMap: Hashable, Sendable {
  package var begin: Double
  package var speed: Double
  package var offset: Double

  package init(begin: Double = 0, speed: Double = 1, offset: Double = 0) {
    (self.begin, self.speed, self.offset) = (begin, speed, offset)
  }

  package static let identity = TimeMap()

  /// Own time; it stands still where that is no number.
  package func local(_ above: Double) -> Double {
    let time = (above - begin) * speed + offset
    return time.isNaN ? (offset.isNaN ? 0 : offset) : time
  }

  /// The time above; `begin` where own time stands still, as it has then no one time above.
  package func above(_ local: Double) -> Double {
    guard speed != 0 else { return begin.isNaN ? 0 : begin }
    let time = (local - offset) / speed + begin
    return time.isNaN ? (begin.isNaN ? 0 : begin) : time
  }

  /// Stops at a time above, where it goes on from.
  package func paused(at above: Double) -> TimeMap { TimeMap(begin: 0, speed: 0, offset: local(above)) }

  /// Goes on at a time above, from where it stands.
  package func resumed(at above: Double, speed: Double = 1) -> TimeMap {
    TimeMap(begin: above, speed: speed, offset: local(above))
  }

  /// True when none of the three is a NaN.
  package var isKnown: Bool { !(begin.isNaN || speed.isNaN || offset.isNaN) }
}

extension Sequence where Element == TimeMap {
  /// The time at the root in the innermost of maps that are ordered from the root inwards.
  package func local(_ root: Double) -> Double { reduce(root) { $1.local($0) } }
}

extension BidirectionalCollection where Element == TimeMap {
  /// The time of the innermost of maps, ordered from the root inwards, at the root.
  package func above(_ local: Double) -> Double { reversed().reduce(local) { $1.above($0) } }
}
