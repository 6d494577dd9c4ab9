import CoreGraphics

/// A way along a path: where one is after a part of it, and where one looks.
///
/// The end of each line and curve is a keyframe, and so is the beginning of the first; moves jump. Places come from the
/// line or curve itself, by its parameter, or by its length where the speed is even.
package struct PathTrack: Sendable {
  private let segments: [Outline.Segment]
  private let times: KeyTimes
  private let curves: [TimingCurve]
  private let isEven: Bool
  private let isHeld: Bool

  /// - Parameters:
  ///   - times: one more than lines and curves; others are even ones.
  ///   - mode: `discrete` holds each end; the paced ones go at an even speed, and times and curves do not count.
  package init(
    _ outline: Outline, times: [Double]? = nil, mode: Keyframes.Mode = .linear, curves: [TimingCurve] = []
  ) {
    segments = outline.subpaths.flatMap(\.segments)
    isEven = mode == .paced || mode == .cubicPaced
    isHeld = mode == .discrete
    self.times =
      isEven ? KeyTimes(distances: segments.map { $0.length() }) : KeyTimes(times, count: segments.count + 1)
    self.curves = isEven || isHeld ? [] : curves
  }

  /// The segment and its parameter; nil for a path without any.
  private func spot(_ u: Double) -> (index: Int, t: Double)? {
    guard !segments.isEmpty else { return nil }
    let (index, raw) = times.place(of: u)
    if isHeld { return (index, 1) }
    let part = curves.indices.contains(index) ? curves[index].value(at: raw) : raw
    guard isEven else { return (index, part) }
    let segment = segments[index]
    return (index, segment.parameter(atLength: part * segment.length()))
  }

  /// The place after a part of the whole, 0...1; nil for a path without lines and curves.
  package func place(at u: Double) -> CGPoint? { spot(u).map { CGPoint(segments[$0.index].place($0.t)) } }

  /// The angle of the way, radians counter-clockwise from x where y points up. Where there is none, as at a curve's end
  /// that is its control point too, that of what comes just before; at the very beginning, of what comes just after.
  package func angle(at u: Double) -> Double? {
    guard let (index, t) = spot(u) else { return nil }
    if let angle = segments[index].angle(t) { return angle }
    if t > 0, let angle = segments[index].angle(max(t - Self.aside, 0)) { return angle }
    for segment in segments[..<index].reversed() {
      if let angle = segment.angle(1) ?? segment.angle(1 - Self.aside) { return angle }
    }
    for segment in segments[index...] { if let angle = segment.angle(Self.aside) { return angle } }
    return 0
  }

  /// How far to look aside of a point that has no direction: the angle is off by about as much.
  private static let aside = 1e-6
}

extension Outline.Segment {
  fileprivate func angle(_ t: Double) -> Double? {
    let way = velocity(t)
    guard way.x != 0 || way.y != 0, way.x.isFinite, way.y.isFinite else { return nil }
    return atan2(way.y, way.x)
  }
}
