/// The map from the time of the parent (a layer or an animation) to local time, in seconds.
///
/// Source: Core Animation's `CAMediaTiming`: local time = (parent time − begin) · speed + offset.
package struct TimeMap: Hashable, Sendable {
  package var begin: Double
  package var speed: Double
  package var offset: Double

  package init(begin: Double = 0, speed: Double = 1, offset: Double = 0) {
    (self.begin, self.speed, self.offset) = (begin, speed, offset)
  }

  package static let identity = TimeMap()

  /// Returns the local time. If it is not a number, returns the offset.
  package func local(_ parent: Double) -> Double {
    let time = (parent - begin) * speed + offset
    return time.isNaN ? (offset.isNaN ? 0 : offset) : time
  }

  /// Returns the parent time. If `speed` is 0, so that the map has no inverse, returns `begin`.
  package func parent(_ local: Double) -> Double {
    guard speed != 0 else { return begin.isNaN ? 0 : begin }
    let time = (local - offset) / speed + begin
    return time.isNaN ? (begin.isNaN ? 0 : begin) : time
  }

  /// Returns a map that stops at a parent time, with the local time of that moment.
  package func paused(at parent: Double) -> TimeMap { TimeMap(begin: 0, speed: 0, offset: local(parent)) }

  /// Returns a map that continues at a parent time, with the local time of that moment.
  package func resumed(at parent: Double, speed: Double = 1) -> TimeMap {
    TimeMap(begin: parent, speed: speed, offset: local(parent))
  }

  /// Whether none of the three is a NaN.
  package var isValid: Bool { !(begin.isNaN || speed.isNaN || offset.isNaN) }
}

extension Sequence where Element == TimeMap {
  /// Returns the innermost local time of a root time, by maps that are ordered from the root inwards.
  package func local(_ root: Double) -> Double { reduce(root) { $1.local($0) } }
}

extension BidirectionalCollection where Element == TimeMap {
  /// Returns the root time of the innermost local time, by maps that are ordered from the root inwards.
  package func parent(_ local: Double) -> Double { reversed().reduce(local) { $1.parent($0) } }
}
