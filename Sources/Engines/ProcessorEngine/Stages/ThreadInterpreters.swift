import Foundation
import ImageGraph
import Synchronization

/// The machines of one function, one for each thread that runs it: what another thread has just used lies in another
/// core's caches.
final class ThreadInterpreters: Sendable {
  /// Unchecked: the machine is for who has taken the place.
  private final class SampleCoordinates: @unchecked Sendable {
    let isTaken = Atomic(false)
    var machine: (any FormulaMachine)?
  }

  /// Threads find theirs by a number that few others share.
  private let places = (0..<32).map { _ in SampleCoordinates() }

  /// Runs `body` with a machine of this thread's: one that was there, else a new one. Nobody else has it meanwhile.
  ///
  /// - Throws: what `body` throws, and where there is no machine.
  func withMachine(
    of code: FormulaCode, _ body: (any FormulaMachine) throws(RenderError) -> Void
  ) throws(RenderError) {
    let place = places[Self.number]
    // Another thread has the same number, or this one is here already.
    if place.isTaken.exchange(true, ordering: .acquiring) { return try body(code.machine()) }
    defer { place.isTaken.store(false, ordering: .releasing) }
    let machine = if let known = place.machine { known } else { try code.machine() }
    place.machine = machine
    try body(machine)
  }

  /// 0 to 31.
  ///
  /// Source: Knuth, The Art of Computer Programming 3, 6.4: the golden ratio spreads addresses that are alike.
  private static var number: Int {
    #if canImport(Glibc)
      let thread = UInt64(pthread_self())
    #else
      let thread = UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current)))
    #endif
    return Int(truncatingIfNeeded: (thread &* 0x9e37_79b9_7f4a_7c15) >> 59)
  }
}
