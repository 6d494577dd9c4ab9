import Foundation
import ImageGraph
import Synchronization

/// The interpreters of a function, one for each thread, so that an interpreter's memory stays in the caches of one
/// core.
final class ThreadInterpreters: Sendable {
  /// Unchecked: only the thread that has set `isInUse` accesses the interpreter.
  private final class Slot: @unchecked Sendable {
    let isInUse = Atomic(false)
    var interpreter: (any FormulaMachine)?
  }

  /// Threads find their slot by an index that few other threads share.
  private let slots = (0..<32).map { _ in Slot() }

  /// Calls `body` with an interpreter of this thread, exclusively. Creates the interpreter on first use.
  ///
  /// - Throws: the errors of `body`, and of the creation of an interpreter.
  func withInterpreter(
    of code: FormulaCode, _ body: (any FormulaMachine) throws(RenderError) -> Void
  ) throws(RenderError) {
    let slot = slots[Self.slotIndex]
    // Another thread has the same index, or this is a nested call.
    if slot.isInUse.exchange(true, ordering: .acquiring) { return try body(code.machine()) }
    defer { slot.isInUse.store(false, ordering: .releasing) }
    let interpreter = if let existing = slot.interpreter { existing } else { try code.machine() }
    slot.interpreter = interpreter
    try body(interpreter)
  }

  /// The index of this thread's slot, 0 to 31.
  ///
  /// Source: Knuth, The Art of Computer Programming 3, 6.4: multiplication by the golden ratio spreads similar
  /// addresses.
  private static var slotIndex: Int {
    #if canImport(Glibc)
      let thread = UInt64(pthread_self())
    #else
      let thread = UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current)))
    #endif
    return Int(truncatingIfNeeded: (thread &* 0x9e37_79b9_7f4a_7c15) >> 59)
  }
}
