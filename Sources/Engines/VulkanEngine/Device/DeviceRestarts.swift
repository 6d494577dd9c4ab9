import Foundation
import ImageGraph
import Synchronization

/// How often a device that was lost may be opened anew: not twice within two seconds, and three times in a row, which
/// is without a run that ended in between. A driver that fails always is not asked for ever.
final class DeviceRestarts: Sendable {
  static let most = 3
  static let pause = Duration.seconds(2)

  private struct State {
    var inARow = 0
    var last: ContinuousClock.Instant?
  }
  private let state = Mutex(State())

  /// Counts one more, and waits until it may be.
  ///
  /// - Throws: `unsupported` where there were too many.
  func begin(_ name: String) throws(RenderError) {
    let wait = try state.withLock { (state) throws(RenderError) -> Duration in
      guard state.inARow < Self.most else {
        throw .unsupported(
          "\(name) was lost \(Self.most) times in a row, each time opened anew; make another context, or choose "
            + "another backend")
      }
      let now = ContinuousClock.now
      let begin = max(state.last.map { $0 + Self.pause } ?? now, now)
      (state.inARow, state.last) = (state.inARow + 1, begin)
      return begin - now
    }
    if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
  }

  /// A run has ended well.
  func hasWorked() { state.withLock { $0.inARow = 0 } }
}
