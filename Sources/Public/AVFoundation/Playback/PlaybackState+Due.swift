import CoreMedia

/// Due events.
extension PlaybackState {
  /// Whether everything that is due at the current time was done.
  var isSettled: Bool {
    guard let provider, provider.error == nil else { return true }
    if seek != nil || steps > 0 || redrawn != nil { return false }
    if !timeline.runs { return true }
    // The last frame may have been removed before the provider has detected the end.
    if provider.isExhausted { return lastTime.map { now < $0 } ?? true }
    guard let first = provider.first else { return false }
    return due(first) > now || endTime.map { first.time >= $0 } ?? false
  }

  /// The number of seconds until the next due event.
  var pause: Double {
    guard timeline.runs else { return 1 }
    let now = now
    let first = provider?.first.flatMap { $0.isReady ? due($0) : nil }
    let waits = [first, endTime, observers.next(after: now)].compactMap { $0 }.map { ($0 - now).seconds }
    let next = waits.filter { $0.isFinite }.min() ?? 1
    // An event that is due but not ready causes a notification when it is ready.
    return min(max(next / Double(timeline.rate), 0.001), 1)
  }
}
