import CoreGraphics

/// A motion path: the position and the tangent angle at a fraction of the way along a path.
///
/// The start of the first line or curve and the end of each one is a keyframe; moves jump. Positions are evaluated on
/// the line or curve at its parameter, or at its arc length if the speed is constant.
package struct PathTrack: Sendable {
  private let segments: [Outline.Segment]
  private let times: KeyTimes
  private let curves: [TimingCurve]
  private let isPaced: Bool
  private let isDiscrete: Bool

  /// - Parameters:
  ///   - times: one more than lines and curves; invalid times are spaced evenly.
  ///   - mode: `discrete` holds each end point. The paced modes move at constant speed and ignore times and timing
  ///     curves.
  package init(
    _ outline: Outline, times: [Double]? = nil, mode: Keyframes.Mode = .linear, curves: [TimingCurve] = []
  ) {
    segments = outline.subpaths.flatMap(\.segments)
    isPaced = mode == .paced || mode == .cubicPaced
    isDiscrete = mode == .discrete
    self.times =
      isPaced ? KeyTimes(distances: segments.map { $0.length() }) : KeyTimes(times, count: segments.count + 1)
    self.curves = isPaced || isDiscrete ? [] : curves
  }

  /// Returns the segment and its parameter; nil for a path without segments.
  private func location(_ u: Double) -> (index: Int, t: Double)? {
    guard !segments.isEmpty else { return nil }
    let (index, raw) = times.position(of: u)
    if isDiscrete { return (index, 1) }
    let fraction = curves.indices.contains(index) ? curves[index].value(at: raw) : raw
    guard isPaced else { return (index, fraction) }
    let segment = segments[index]
    return (index, segment.parameter(atLength: fraction * segment.length()))
  }

  /// Returns the position at a fraction of the whole, 0...1; nil for a path without lines and curves.
  package func position(at u: Double) -> CGPoint? { location(u).map { CGPoint(segments[$0.index].point(at: $0.t)) } }

  /// Returns the tangent angle, in radians counter-clockwise from the x axis if y points up. Where the tangent
  /// vanishes, as at an end point that coincides with its control point, returns the angle just before it; at the start
  /// of the path, the angle just after it.
  package func angle(at u: Double) -> Double? {
    guard let (index, t) = location(u) else { return nil }
    if let angle = segments[index].angle(t) { return angle }
    if t > 0, let angle = segments[index].angle(max(t - Self.tangentOffset, 0)) { return angle }
    for segment in segments[..<index].reversed() {
      if let angle = segment.angle(1) ?? segment.angle(1 - Self.tangentOffset) { return angle }
    }
    for segment in segments[index...] { if let angle = segment.angle(Self.tangentOffset) { return angle } }
    return 0
  }

  /// The parameter offset at which the angle is taken if a point has no tangent. The error of the angle is about as
  /// large.
  private static let tangentOffset = 1e-6
}

extension Outline.Segment {
  fileprivate func angle(_ t: Double) -> Double? {
    let tangent = velocity(t)
    guard tangent.x != 0 || tangent.y != 0, tangent.x.isFinite, tangent.y.isFinite else { return nil }
    return atan2(tangent.y, tangent.x)
  }
}
