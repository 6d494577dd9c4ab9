/// The schedule of frames. A display may not block a program that draws faster, so the clock limits the rate.
package struct FrameClock {
  package private(set) var due: ContinuousClock.Instant
  package var framesPerSecond: Double

  package init(framesPerSecond: Double, now: ContinuousClock.Instant = .now) {
    (due, self.framesPerSecond) = (now, framesPerSecond)
  }

  package func isDue(at now: ContinuousClock.Instant) -> Bool { now >= due }

  /// Advances to the next frame: one period after the last due time, or now if that has passed. Missed frames are
  /// dropped.
  package mutating func advance(at now: ContinuousClock.Instant) {
    // A rate that is not above 0 counts as a very low one.
    let rate = framesPerSecond > 0.001 ? min(framesPerSecond, 1e6) : 0.001
    let period = Duration.seconds(1 / rate)
    due = max(due + period, now)
  }
}
