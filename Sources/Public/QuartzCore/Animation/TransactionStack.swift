import Foundation
import ImageGraph

/// The open transactions of a thread, and what waits for being called on it.
final class TransactionStack {
  private final class Scope {
    let isImplicit: Bool
    /// Set to nil is not the same as not set.
    var values: [String: Any?] = [:]
    var batches: [AnimationBatch] = []

    init(isImplicit: Bool) { self.isImplicit = isImplicit }
  }

  private var scopes: [Scope] = []
  private var calls: [() -> Void] = []

  private init() {}

  /// The thread's own.
  static var current: TransactionStack {
    let key = "QuartzCore.TransactionStack"
    if let stack = Thread.current.threadDictionary[key] as? TransactionStack { return stack }
    let stack = TransactionStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  /// The innermost transaction; opens one where there is none.
  private var innermost: Scope {
    if let last = scopes.last { return last }
    let scope = Scope(isImplicit: true)
    scopes.append(scope)
    return scope
  }

  /// Changes of layers so far, for who wants to know whether there were any.
  private(set) var changeCount = 0

  /// Has a change belong to a transaction.
  func noteChange() {
    changeCount &+= 1
    _ = innermost
  }

  func begin() { scopes.append(Scope(isImplicit: false)) }

  func commit() {
    guard let last = scopes.last, !last.isImplicit else {
      return RenderLog.process.note("CATransaction.commit: no transaction is open; call begin before")
    }
    close()
    if scopes.count == 1, scopes[0].isImplicit { close() }
  }

  /// Closes what a change has opened by itself.
  func commitImplicit() { if scopes.count == 1, scopes[0].isImplicit { close() } }

  func flush() {
    commitImplicit()
    deliver()
  }

  private func close() {
    guard let scope = scopes.popLast() else { return }
    for batch in scope.batches { batch.close() }
  }

  var completion: (() -> Void)? {
    get { innermost.batches.last?.block }
    set { if newValue != nil || !innermost.batches.isEmpty { innermost.batches.append(AnimationBatch(newValue)) } }
  }

  func value(forKey key: String) -> Any? {
    for scope in scopes.reversed() { if let value = scope.values[key] { return value } }
    return nil
  }

  func setValue(_ value: Any?, forKey key: String) { innermost.values[key] = .some(value) }

  /// What waits for an animation that is added now, which is counted.
  func batchesOfNewAnimation() -> [AnimationBatch] {
    let waiting = scopes.compactMap(\.batches.last)
    for batch in waiting { batch.wait() }
    return waiting
  }

  /// Keeps a call for after the frame.
  func later(_ call: @escaping () -> Void) { calls.append(call) }

  /// Makes the calls that wait; those that they ask for wait for the next time.
  func deliver() {
    let now = calls
    calls = []
    for call in now { call() }
  }
}

/// Animations that a completion block waits for.
final class AnimationBatch {
  private(set) var block: (() -> Void)?
  private var waiting = 0
  private var isClosed = false

  init(_ block: (() -> Void)?) { self.block = block }

  func wait() { waiting += 1 }

  /// No more animations come: where none is waited for, the block is called at once.
  func close() {
    isClosed = true
    guard waiting == 0, let block else { return }
    self.block = nil
    block()
  }

  /// One of the animations is over: after the last one, the block is called after the frame.
  func ended() {
    waiting -= 1
    guard waiting == 0, isClosed, let block else { return }
    self.block = nil
    TransactionStack.current.later(block)
  }
}
