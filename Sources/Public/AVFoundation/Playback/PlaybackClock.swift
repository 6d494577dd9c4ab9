import CoreMedia
import Synchronization

/// What playback reads time from: never backwards, from any start on. Safe on any thread.
package protocol PlaybackClock: AnyObject, Sendable {
  /// The time now.
  var now: CMTime { get }
}

/// The time of the system, in nanoseconds.
final class SystemClock: PlaybackClock {
  static let shared = SystemClock()
  private let start = ContinuousClock.now

  var now: CMTime {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return CMTime(value: seconds * 1_000_000_000 + attoseconds / 1_000_000_000, timescale: 1_000_000_000)
  }
}

/// A clock that stands still until somebody moves it: what is shown depends on nothing else then.
///
/// `advance` returns when all players that read it show what belongs to the new time; they play no sound.
package final class VirtualClock: PlaybackClock {
  private struct State {
    var now = CMTime.zero
    var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }
  private let state = Mutex(State())

  package init() {}

  package var now: CMTime { state.withLock { $0.now } }

  /// Moves the clock on.
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

/// Which time of an item it is: a straight line over a clock.
struct Timeline: Sendable {
  var source: any PlaybackClock = SystemClock.shared
  /// The item's time at `anchor`.
  var time = CMTime.zero
  /// A time of the source.
  var anchor = CMTime.zero
  /// Seconds of the item for each of the source; 0 where time stands still.
  var rate: Float = 0

  var runs: Bool { rate > 0 }

  var now: CMTime {
    if !runs { return time }
    let since = CMTimeMaximum(source.now - anchor, .zero)
    // At rate 1 nothing is rounded, so that a clock in frames meets the times of frames.
    if rate == 1 { return time + since }
    return time + CMTimeMultiplyByRatio(since, multiplier: Int32((rate * 4096).rounded()), divisor: 4096)
  }

  /// The same line, standing still where it is now.
  var stopped: Timeline { Timeline(source: source, time: now, anchor: anchor, rate: 0) }
}
