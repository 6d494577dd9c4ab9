import CoreMedia
import Synchronization

/// A monotonic clock for playback, with an arbitrary start. Safe on any thread.
package protocol PlaybackClock: AnyObject, Sendable {
  /// The current time.
  var now: CMTime { get }
}

/// The system clock, in nanoseconds.
final class SystemClock: PlaybackClock {
  static let shared = SystemClock()
  private let start = ContinuousClock.now

  var now: CMTime {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return CMTime(value: seconds * 1_000_000_000 + attoseconds / 1_000_000_000, timescale: 1_000_000_000)
  }
}

/// A clock that only advances on request, so that playback is deterministic.
///
/// `advance` returns when all players that use it show the frame of the new time; they play no sound.
package final class VirtualClock: PlaybackClock {
  private struct State {
    var now = CMTime.zero
    var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }
  private let state = Mutex(State())

  package init() {}

  package var now: CMTime { state.withLock { $0.now } }

  /// Advances the clock.
  package func advance(by step: CMTime) {
    let listeners = state.withLock { state in
      state.now = state.now + step
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  func add(_ owner: AnyObject, _ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listeners[ObjectIdentifier(owner)] = listener }
  }

  func remove(_ owner: AnyObject) { state.withLock { $0.listeners[ObjectIdentifier(owner)] = nil } }
}

/// The item's time as a linear function of a clock.
struct Timeline: Sendable {
  var source: any PlaybackClock = SystemClock.shared
  /// The item's time at `anchor`.
  var time = CMTime.zero
  /// The clock's time at which the item's time is `time`.
  var anchor = CMTime.zero
  /// The seconds of the item for each second of the clock; 0 while time is stopped.
  var rate: Float = 0

  var runs: Bool { rate > 0 }

  var now: CMTime {
    if !runs { return time }
    let since = CMTimeMaximum(source.now - anchor, .zero)
    // At rate 1 nothing is rounded, so that a clock that advances in frames has exactly the times of frames.
    if rate == 1 { return time + since }
    return time + CMTimeMultiplyByRatio(since, multiplier: Int32((rate * 4096).rounded()), divisor: 4096)
  }

  /// The timeline, stopped at the current time.
  var stopped: Timeline { Timeline(source: source, time: now, anchor: anchor, rate: 0) }
}
