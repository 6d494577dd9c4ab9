import CoreMedia

/// Looping: the next iteration is read before the current one ends.
extension PlaybackState {
  /// The loop, if its end is known, so that its next iteration can be read ahead.
  var seamless: CMTimeRange? {
    guard let loop, let end = endTime, end > loop.start else { return nil }
    return CMTimeRange(start: loop.start, end: end)
  }

  /// Returns the time at which a frame is due, in the time of the current iteration.
  func due(_ frame: PlayerFrame) -> CMTime {
    guard let range = seamless, frame.lap != lap else { return frame.time }
    return CMTimeMaximum(frame.time, range.start) + range.duration * Int32(clamping: frame.lap - lap)
  }

  /// Sets the range that is repeated from now on; nil for none.
  mutating func setLoop(_ new: CMTimeRange?, _ later: inout [() -> Void]) {
    loop = new
    followLoop(&later)
  }

  /// Passes the loop to the sources, which read ahead. If they have read beyond it, seeks.
  mutating func followLoop(_ later: inout [() -> Void]) {
    let isHeard = sound.map { timeline.source === $0 } ?? false
    let imagesContinue = provider?.setLoop(seamless) ?? true
    let soundContinues = sound?.setLoop(seamless, heardLaps: lap - soundLap) ?? true
    // Sound is buffered half a second ahead: beyond a new end it would be audible.
    let isNew = isHeard && seamless != nil
    if !imagesContinue || isHeard && !soundContinues || isNew { seek(to: now, before: .zero, done: nil, &later) }
    if !isHeard { soundStart = nil }
  }

  /// Starts the next iteration at the end of the current one, without a stop.
  mutating func startNextLap(_ later: inout [() -> Void]) {
    guard let range = seamless, timeline.now >= range.end else { return }
    let excess = (timeline.now - range.end).seconds / range.duration.seconds
    let laps = 1 + Int(max(0, min(excess.rounded(.down), 1e6)))
    let elapsed = range.duration * Int32(laps)
    timeline.time = timeline.time - elapsed
    (soundStart, lastShown) = (soundStart.map { $0 - elapsed }, lastShown.map { $0 - elapsed })
    (lap, loopCount) = (lap + laps, loopCount + laps)
    provider?.follow(timeline, lap: lap)
    post(.AVPlayerItemDidPlayToEndTime, nil, &later)
    observers.notify(now, jumped: true)
  }
}
