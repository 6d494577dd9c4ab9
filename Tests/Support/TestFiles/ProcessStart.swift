import Foundation
import Synchronization

extension Process {
  private static let starting = Mutex(())

  /// Starts it while no other one is started: a program that another thread starts meanwhile would hold open the socket
  /// by which Foundation learns of this one's end. What only has to end is a `FinishedProgram`.
  package func start() throws { try Self.starting.withLock { _ in try run() } }
}
