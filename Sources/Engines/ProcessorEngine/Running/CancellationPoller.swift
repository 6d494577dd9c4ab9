import Dispatch
import Foundation
import ImageGraph
import Synchronization

/// A poller of the caller's cancellation check.
///
/// Unchecked: only the thread that created it calls the check and reads the reason. Other threads read the atomic flag.
final class CancellationPoller: @unchecked Sendable {
  private let between: () throws(RenderError) -> Void
  private let thread = pthread_self()
  /// The error with which the check cancelled the work.
  private(set) var reason: RenderError?
  private let isCancelled = Atomic(false)
  /// The number of other threads that participate in the work.
  private let otherThreads = Atomic(0)
  private let finished = DispatchSemaphore(value: 0)

  init(_ between: @escaping () throws(RenderError) -> Void) { self.between = between }

  /// Returns whether the work should continue. On other threads, returns the latest result of the polling thread.
  func shouldContinue() -> Bool {
    if isCancelled.load(ordering: .relaxed) { return false }
    guard isPollingThread else { return true }
    do throws(RenderError) {
      try between()
      return true
    } catch {
      reason = error
      isCancelled.store(true, ordering: .relaxed)
      return false
    }
  }

  /// Whether this is the thread that calls the check.
  private var isPollingThread: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Runs a part of the work. The polling thread continues to poll until the other threads have finished their parts.
  func participating(_ work: () -> Void) {
    if isPollingThread {
      work()
      while otherThreads.load(ordering: .acquiring) > 0, shouldContinue() {
        _ = finished.wait(timeout: .now() + .milliseconds(20))
      }
    } else {
      otherThreads.add(1, ordering: .relaxed)
      work()
      otherThreads.subtract(1, ordering: .releasing)
      finished.signal()
    }
  }
}
