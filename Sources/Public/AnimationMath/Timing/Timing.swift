/// The timing of an animation: its time map, its repetitions, and the fill before and after it.
///
/// Source: Core Animation's `CAMediaTiming`, whose exact mapping was measured. Active time a = map(parent time). A
/// cycle is `duration`, or twice that with `autoreverses`. D is the duration of all cycles. The animation is active for
/// 0 ≤ a < D; before and after, it is filled.
package struct Timing: Hashable, Sendable {
  package var map = TimeMap()
  /// Seconds of local time of one iteration. If 0 or less, the animation ends as soon as it begins.
  package var duration: Double = 0
  /// The number of cycles; 0 or less counts as one.
  package var repeatCount: Double = 0
  /// Seconds of local time of all cycles. If above 0, it replaces `repeatCount`.
  package var repeatDuration: Double = 0
  package var autoreverses = false
  package var fillsBackwards = false
  package var fillsForwards = false

  package init(map: TimeMap = .identity, duration: Double = 0) { (self.map, self.duration) = (map, duration) }

  /// The state of the animation at a time.
  package struct Moment: Equatable, Sendable {
    /// The number of complete cycles before this one.
    package var completedCycles: Double
    /// Seconds into the iteration, 0...duration; decreasing in the reversed half of a cycle.
    package var seconds: Double
    /// The fraction of the iteration, 0...1.
    package var progress: Double

    package init(completedCycles: Double, seconds: Double, progress: Double) {
      (self.completedCycles, self.seconds, self.progress) = (completedCycles, seconds, progress)
    }
  }

  /// The phase of an animation.
  package enum Phase: Hashable, Sendable {
    case before
    case active
    case after
  }

  /// Seconds of local time of one cycle, forwards and, with `autoreverses`, back.
  package var cycle: Double { autoreverses ? 2 * duration : duration }

  /// Seconds of local time of all cycles; may be infinite.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard duration > 0 else { return 0 }
    return (repeatCount > 0 ? repeatCount : 1) * cycle
  }

  /// Whether no value is a NaN. If false, the animation has no effect at any time.
  package var isValid: Bool {
    map.isValid && !(duration.isNaN || repeatCount.isNaN || repeatDuration.isNaN)
  }

  /// Returns the phase at a parent time. It follows local time: an animation with negative speed begins in the phase
  /// `after`.
  package func phase(at parent: Double) -> Phase {
    let active = map.local(parent)
    return active < 0 ? .before : active < activeDuration ? .active : .after
  }

  /// Returns the state at a parent time; nil if the animation has no effect there.
  package func moment(at parent: Double) -> Moment? {
    guard isValid, !parent.isNaN else { return nil }
    switch phase(at: parent) {
    case .before: return fillsBackwards ? moment(into: 0, isOver: false) : nil
    case .active: return moment(into: map.local(parent), isOver: false)
    case .after: return fillsForwards ? moment(into: activeDuration, isOver: true) : nil
    }
  }

  /// Returns the state at an active time within the active duration.
  private func moment(into active: Double, isOver: Bool) -> Moment? {
    guard active.isFinite else { return nil }
    guard cycle > 0 else { return Moment(completedCycles: 0, seconds: 0, progress: isOver ? 1 : 0) }
    guard cycle.isFinite else { return Moment(completedCycles: 0, seconds: active, progress: 0) }
    var completedCycles = (active / cycle).rounded(.down)
    var seconds = active - completedCycles * cycle
    if isOver {
      // Rounding must not make the end of the last cycle the beginning of another.
      let rounded = (active / cycle).rounded()
      if rounded >= 1, abs(active / cycle - rounded) <= 1e-9 * rounded {
        (completedCycles, seconds) = (rounded - 1, cycle)
      }
    }
    seconds = min(max(seconds, 0), cycle)
    if autoreverses, seconds > duration { seconds = cycle - seconds }
    guard seconds.isFinite, completedCycles.isFinite else { return nil }
    return Moment(completedCycles: completedCycles, seconds: seconds, progress: seconds / duration)
  }

  /// The parent time at which the active phase begins; −∞ or ∞ if `speed` is 0.
  package var beginning: Double {
    if map.speed == 0 { return phase(at: 0) == .active ? -.infinity : .infinity }
    return map.parent(map.speed > 0 ? 0 : activeDuration)
  }

  /// The parent time at which the active phase ends; ∞ if it never does.
  package var end: Double {
    if map.speed == 0 || !isValid { return .infinity }
    return map.parent(map.speed > 0 ? activeDuration : 0)
  }
}
