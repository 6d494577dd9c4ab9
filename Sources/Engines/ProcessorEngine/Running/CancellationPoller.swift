import Dispatch
import Foundation
import ImageGraph
import Synchronization

/// Asks whoever waits for work whether it is to go on.
///
/// Unchecked: only the thread that made it asks, and only that reads the reason; the others read whether there is one.
final class CancellationPoller: @unchecked Sendable {
  private let between: () throws(RenderError) -> Void
  private let thread = pthread_self()
  /// Why it is not to go on.
  private(set) var reason: RenderError?
  private let isOver = Atomic(false)
  /// Threads that take part in the work besides.
  private let others = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ between: @escaping () throws(RenderError) -> Void) { self.between = between }

  /// False when it is not to go on. Other threads, which take part in the work, learn what that one was answered.
  func goesOn() -> Bool {
    if isOver.load(ordering: .relaxed) { return false }
    guard isHere else { return true }
    do throws(RenderError) {
      try between()
      return true
    } catch {
      reason = error
      isOver.store(true, ordering: .relaxed)
      return false
    }
  }

  /// Whether this is the thread that asks.
  private var isHere: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Does a part of the work. The thread that asks goes on asking while others, which it would wait for, are at theirs.
  func takingPart(_ work: () -> Void) {
    if isHere {
      work()
      while others.load(ordering: .acquiring) > 0, goesOn() { _ = ended.wait(timeout: .now() + .milliseconds(20)) }
    } else {
      others.add(1, ordering: .relaxed)
      work()
      others.subtract(1, ordering: .releasing)
      ended.signal()
    }
  }
}
