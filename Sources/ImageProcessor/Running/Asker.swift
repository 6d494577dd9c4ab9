import Foundation
import ImageGraph
import Synchronization

/// Asks whoever waits for work whether it is to go on.
///
/// Unchecked: only the thread that made it asks, and only that reads the reason; the others read whether there is one.
final class Asker: @unchecked Sendable {
  private let between: () throws(RenderError) -> Void
  private let thread = pthread_self()
  /// Why it is not to go on.
  private(set) var reason: RenderError?
  private let isOver = Atomic(false)

  init(_ between: @escaping () throws(RenderError) -> Void) { self.between = between }

  /// False when it is not to go on. Other threads, which take part in the work, learn what that one was answered.
  func goesOn() -> Bool {
    if isOver.load(ordering: .relaxed) { return false }
    guard pthread_equal(pthread_self(), thread) != 0 else { return true }
    do throws(RenderError) {
      try between()
      return true
    } catch {
      reason = error
      isOver.store(true, ordering: .relaxed)
      return false
    }
  }
}
