/// When the next frame is due. Displays need not hold a program back, so it does that itself.
package struct FrameClock {
  package private(set) var due: ContinuousClock.Instant
  package var framesPerSecond: Double

  package init(framesPerSecond: Double, now: ContinuousClock.Instant = .now) {
    (due, self.framesPerSecond) = (now, framesPerSecond)
  }

  package func isDue(at now: ContinuousClock.Instant) -> Bool { now >= due }

  /// Goes on to the next frame: a period after the one that was due, or now for somebody who is late. Frames that were
  /// missed are not made up for.
  package mutating func advance(at now: ContinuousClock.Instant) {
    // What is no rate is a very slow one.
    let rate = framesPerSecond > 0.001 ? min(framesPerSecond, 1e6) : 0.001
    let period = Duration.seconds(1 / rate)
    due = max(due + period, now)
  }
}
