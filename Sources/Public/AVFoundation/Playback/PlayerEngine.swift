import CoreMedia
import Foundation

/// What a player does: which time it is, which frame is shown, what happens at the end.
///
/// Everything happens in `tick`: on a thread of the engine's whenever something is due, or when a virtual clock was
/// moved. Blocks of the app's and notifications come after it, when nothing is locked.
final class PlayerEngine: @unchecked Sendable {
  let clock: any PlaybackClock
  private let lock = NSCondition()
  private var isStopped = false
  private var isAwake = false
  private var hasThread = false
  /// Under the lock.
  private var state: PlaybackState
  /// Threads that do what was left for later.
  private var actingThreads = 0

  private var isVirtual: Bool { clock is VirtualClock }

  init(_ clock: any PlaybackClock) {
    self.clock = clock
    state = PlaybackState(clock)
    (clock as? VirtualClock)?.add(self) { [weak self] in self?.settle() }
  }

  /// Ends everything.
  func stop() {
    (clock as? VirtualClock)?.remove(self)
    let supply = read(\.supply)
    perform { $0.replace(with: nil, nil, &$1) }
    supply?.waitUntilOver()
    lock.withLock {
      isStopped = true
      lock.broadcast()
    }
  }

  /// Reads or changes the state, then does what follows from that.
  @discardableResult func perform<Value>(_ body: (inout PlaybackState, inout [() -> Void]) -> Value) -> Value {
    defer { changed() }
    return update(body)
  }

  /// Reads the state.
  func read<Value>(_ body: (PlaybackState) -> Value) -> Value { lock.withLock { body(state) } }

  /// Something has happened: looks what is due.
  func changed() {
    if isVirtual { return tick() }
    lock.withLock {
      isAwake = true
      lock.signal()
    }
  }

  private func tick() { update { $0.advance(&$1) } }

  /// Changes the state, and does afterwards what was left for later.
  @discardableResult private func update<Value>(
    _ body: (inout PlaybackState, inout [() -> Void]) -> Value
  ) -> Value {
    var later: [() -> Void] = []
    let value = lock.withLock {
      actingThreads += 1
      let value = body(&state, &later)
      startThread()
      return value
    }
    for action in later { action() }
    lock.withLock {
      actingThreads -= 1
      lock.broadcast()
    }
    return value
  }

  /// True when all was done, what other threads do for the state included.
  private var isSettled: Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return lock.withLock {
      while actingThreads > 0, lock.wait(until: end) {}
      return state.isSettled
    }
  }

  /// Does all that belongs to the time now, however long decoding and filtering take.
  func settle() {
    while true {
      let supply = read(\.supply)
      let count = supply?.changeCount ?? 0
      tick()
      if isSettled { return }
      // Another item may have come meanwhile.
      if let supply, !supply.wait(beyond: count), read(\.supply) === supply { return }
    }
  }

  private func startThread() {
    guard !hasThread, !isVirtual, state.item != nil else { return }
    hasThread = true
    let thread = Thread { [self] in
      while !lock.withLock({ isStopped }) {
        tick()
        sleep()
      }
    }
    thread.name = "AVFoundation.player"
    thread.start()
  }

  /// Waits until something has happened, or is due.
  private func sleep() {
    lock.withLock {
      let end = Date(timeIntervalSinceNow: state.pause)
      while !isAwake, !isStopped {
        if !lock.wait(until: end) { break }
      }
      isAwake = false
    }
  }
}
