import CoreMedia
import Foundation

/// The engine of a player: its time, the current frame, and the action at the end.
///
/// All state changes happen in `tick`, on a thread of the engine when something is due, or when a virtual clock was
/// advanced. Blocks of the app and notifications are called afterwards, without locks.
final class PlayerEngine: @unchecked Sendable {
  let clock: any PlaybackClock
  private let lock = NSCondition()
  private var isStopped = false
  private var isAwake = false
  private var hasThread = false
  /// Guarded by the lock.
  private var state: PlaybackState
  /// The number of threads that run deferred actions.
  private var actingThreads = 0

  private var isVirtual: Bool { clock is VirtualClock }

  init(_ clock: any PlaybackClock) {
    self.clock = clock
    state = PlaybackState(clock)
    (clock as? VirtualClock)?.add(self) { [weak self] in self?.settle() }
  }

  /// Ends playback and the thread.
  func stop() {
    (clock as? VirtualClock)?.remove(self)
    let provider = read(\.provider)
    perform { $0.replace(with: nil, nil, &$1) }
    provider?.waitUntilFinished()
    lock.withLock {
      isStopped = true
      lock.broadcast()
    }
  }

  /// Reads or changes the state, then processes due events.
  @discardableResult func perform<Value>(_ body: (inout PlaybackState, inout [() -> Void]) -> Value) -> Value {
    defer { changed() }
    return update(body)
  }

  /// Reads the state.
  func read<Value>(_ body: (PlaybackState) -> Value) -> Value { lock.withLock { body(state) } }

  /// Processes due events after a change.
  func changed() {
    if isVirtual { return tick() }
    lock.withLock {
      isAwake = true
      lock.signal()
    }
  }

  private func tick() { update { $0.advance(&$1) } }

  /// Changes the state, then runs the deferred actions.
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

  /// Whether all due events were processed, including actions of other threads.
  private var isSettled: Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return lock.withLock {
      while actingThreads > 0, lock.wait(until: end) {}
      return state.isSettled
    }
  }

  /// Processes everything that is due at the current time, waiting for decoding and filtering.
  func settle() {
    while true {
      let provider = read(\.provider)
      let count = provider?.changeCount ?? 0
      tick()
      if isSettled { return }
      // The item may have been replaced meanwhile.
      if let provider, !provider.wait(beyond: count), read(\.provider) === provider { return }
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

  /// Waits until a change, or until something is due.
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
