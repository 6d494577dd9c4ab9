import Foundation
import ImageGraph
import Synchronization

/// The rate limit for recreating a lost device: at most once within two seconds, and at most three times in a row
/// without a completed run in between. So a driver that always fails is not restarted forever.
final class DeviceRestarts: Sendable {
  static let limit = 3
  static let interval = Duration.seconds(2)

  private struct State {
    var consecutive = 0
    var latest: ContinuousClock.Instant?
  }
  private let state = Mutex(State())

  /// Counts a restart, and waits until it is permitted.
  ///
  /// - Throws: `unsupported` after too many restarts.
  func begin(_ name: String) throws(RenderError) {
    let wait = try state.withLock { (state) throws(RenderError) -> Duration in
      guard state.consecutive < Self.limit else {
        throw .unsupported(
          "\(name) was lost \(Self.limit) times in a row and recreated each time; create another context, or choose "
            + "another backend")
      }
      let now = ContinuousClock.now
      let begin = max(state.latest.map { $0 + Self.interval } ?? now, now)
      (state.consecutive, state.latest) = (state.consecutive + 1, begin)
      return begin - now
    }
    if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
  }

  /// Records a completed run.
  func recordSuccess() { state.withLock { $0.consecutive = 0 } }
}
