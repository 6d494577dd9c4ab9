/// When an animation has which of its moments: map, turns, and what is before and after.
///
/// Source: Core Animation's `CAMediaTiming`, and its exact maps as measured: active time a = map(time above), a turn of
/// `duration` (twice that where it runs back), D = all turns, moments of 0 ≤ a < D; before and after as filled.
package struct Timing: Hashable, Sendable {
  package var map = TimeMap()
  /// Seconds of own time of one turn. 0 and less: over as soon as begun.
  package var duration: Double = 0
  /// Turns; 0 and less count as one.
  package var repeatCount: Double = 0
  /// Seconds of own time of all turns; counts in place of `repeatCount` where it is above 0.
  package var repeatDuration: Double = 0
  package var autoreverses = false
  package var fillsBackwards = false
  package var fillsForwards = false

  package init(map: TimeMap = .identity, duration: Double = 0) { (self.map, self.duration) = (map, duration) }

  /// What of a turn there is at a time.
  package struct Moment: Equatable, Sendable {
    /// Whole turns before this one.
    package var turns: Double
    /// Seconds into the turn, 0...duration; falls where it runs back.
    package var seconds: Double
    /// The part of the turn, 0...1.
    package var progress: Double

    package init(turns: Double, seconds: Double, progress: Double) {
      (self.turns, self.seconds, self.progress) = (turns, seconds, progress)
    }
  }

  /// Where a time lies.
  package enum Phase: Hashable, Sendable {
    case before
    case active
    case after
  }

  /// Seconds of own time of one turn, there and back.
  package var cycle: Double { autoreverses ? 2 * duration : duration }

  /// Seconds of own time of all turns; may be infinite.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard duration > 0 else { return 0 }
    return (repeatCount > 0 ? repeatCount : 1) * cycle
  }

  /// False where a number is a NaN: there is no effect at any time then.
  package var isKnown: Bool {
    map.isKnown && !(duration.isNaN || repeatCount.isNaN || repeatDuration.isNaN)
  }

  /// Where a time above lies: by own time, so that one that runs backwards begins where it is after.
  package func phase(at above: Double) -> Phase {
    let active = map.local(above)
    return active < 0 ? .before : active < activeDuration ? .active : .after
  }

  /// The moment at a time above; nil where there is no effect.
  package func moment(at above: Double) -> Moment? {
    guard isKnown, !above.isNaN else { return nil }
    switch phase(at: above) {
    case .before: return fillsBackwards ? moment(into: 0, isOver: false) : nil
    case .active: return moment(into: map.local(above), isOver: false)
    case .after: return fillsForwards ? moment(into: activeDuration, isOver: true) : nil
    }
  }

  /// The moment at own time, which is within all turns.
  private func moment(into active: Double, isOver: Bool) -> Moment? {
    guard active.isFinite else { return nil }
    guard cycle > 0 else { return Moment(turns: 0, seconds: 0, progress: isOver ? 1 : 0) }
    guard cycle.isFinite else { return Moment(turns: 0, seconds: active, progress: 0) }
    var turns = (active / cycle).rounded(.down)
    var seconds = active - turns * cycle
    if isOver {
      // Rounding must not make the end of the last turn the beginning of one more.
      let whole = (active / cycle).rounded()
      if whole >= 1, abs(active / cycle - whole) <= 1e-9 * whole { (turns, seconds) = (whole - 1, cycle) }
    }
    seconds = min(max(seconds, 0), cycle)
    if autoreverses, seconds > duration { seconds = cycle - seconds }
    guard seconds.isFinite, turns.isFinite else { return nil }
    return Moment(turns: turns, seconds: seconds, progress: seconds / duration)
  }

  /// The time above from which on there are moments that are not filled in; −∞ or ∞ where own time stands still.
  package var beginning: Double {
    if map.speed == 0 { return phase(at: 0) == .active ? -.infinity : .infinity }
    return map.above(map.speed > 0 ? 0 : activeDuration)
  }

  /// The time above at which it is over; ∞ where that never comes.
  package var end: Double {
    if map.speed == 0 || !isKnown { return .infinity }
    return map.above(map.speed > 0 ? activeDuration : 0)
  }
}
