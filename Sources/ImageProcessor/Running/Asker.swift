import Foundation
import ImageGraph

/// Asks whoever waits for work whether it is to go on.
///
/// Unchecked: only the thread that made it asks, and only that reads the answer.
final class Asker: @unchecked Sendable {
  private let between: () throws(RenderError) -> Void
  private let thread = pthread_self()
  /// Why it is not to go on.
  private(set) var reason: RenderError?

  init(_ between: @escaping () throws(RenderError) -> Void) { self.between = between }

  /// False when it is not to go on. On other threads, which take part in the work, always true.
  func goesOn() -> Bool {
    guard pthread_equal(pthread_self(), thread) != 0 else { return true }
    do throws(RenderError) {
      try between()
      return true
    } catch {
      reason = error
      return false
    }
  }
}
