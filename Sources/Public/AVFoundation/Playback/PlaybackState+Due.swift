import CoreMedia

/// When something has to be done.
extension PlaybackState {
  /// True when all that belongs to the time now was done.
  var isSettled: Bool {
    guard let supply, supply.error == nil else { return true }
    if seek != nil || steps > 0 || redrawn != nil { return false }
    if !timeline.runs { return true }
    // The last frame may have been taken before the supply knew that there is none behind it.
    if supply.isExhausted { return lastTime.map { now < $0 } ?? true }
    guard let first = supply.first else { return false }
    return due(first) > now || endTime.map { first.time >= $0 } ?? false
  }

  /// Seconds until something is due.
  var pause: Double {
    guard timeline.runs else { return 1 }
    let now = now
    let first = supply?.first.flatMap { $0.isReady ? due($0) : nil }
    let waits = [first, endTime, observers.next(after: now)].compactMap { $0 }.map { ($0 - now).seconds }
    let next = waits.filter { $0.isFinite }.min() ?? 1
    // What is due and still not done waits for somebody who says when it is there.
    return min(max(next / Double(timeline.rate), 0.001), 1)
  }
}
