import CoreMedia

/// What is played again and again: the next lap is read before this one ends.
extension PlaybackState {
  /// The loop, where its next lap can be read ahead: its end is known.
  var seamless: CMTimeRange? {
    guard let loop, let end = endTime, end > loop.start else { return nil }
    return CMTimeRange(start: loop.start, end: end)
  }

  /// When a frame is shown, by the time of this lap.
  func due(_ frame: PlayerFrame) -> CMTime {
    guard let range = seamless, frame.lap != lap else { return frame.time }
    return CMTimeMaximum(frame.time, range.start) + range.duration * Int32(clamping: frame.lap - lap)
  }

  /// What is played again and again from now on; nil: nothing is.
  mutating func setLoop(_ new: CMTimeRange?, _ later: inout [() -> Void]) {
    loop = new
    followLoop(&later)
  }

  /// Has what reads ahead know of the loop; what it has read that does not belong there any more, it reads anew.
  mutating func followLoop(_ later: inout [() -> Void]) {
    let isHeard = sound.map { timeline.source === $0 } ?? false
    let imagesGoOn = supply?.setLoop(seamless) ?? true
    let soundGoesOn = sound?.setLoop(seamless, heardLaps: lap - soundLap) ?? true
    // Sound lies half a second ahead: behind a new end it would be heard.
    let isNew = isHeard && seamless != nil
    if !imagesGoOn || isHeard && !soundGoesOn || isNew { seek(to: now, before: .zero, done: nil, &later) }
    if !isHeard { soundStart = nil }
  }

  /// Begins the next lap where this one's end has come: time goes on from the start, and stops nowhere.
  mutating func turnOver(_ later: inout [() -> Void]) {
    guard let range = seamless, timeline.now >= range.end else { return }
    let passed = (timeline.now - range.end).seconds / range.duration.seconds
    let laps = 1 + Int(max(0, min(passed.rounded(.down), 1e6)))
    let passedBy = range.duration * Int32(laps)
    timeline.time = timeline.time - passedBy
    (soundStart, lastShown) = (soundStart.map { $0 - passedBy }, lastShown.map { $0 - passedBy })
    (lap, loopCount) = (lap + laps, loopCount + laps)
    supply?.follow(timeline, lap: lap)
    post(.AVPlayerItemDidPlayToEndTime, nil, &later)
    observers.tell(now, jumped: true)
  }
}
