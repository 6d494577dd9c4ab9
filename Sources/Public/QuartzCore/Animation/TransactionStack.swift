import Foundation
import ImageGraph

/// The open transactions of a thread, and the calls that are pending on it.
final class TransactionStack {
  private final class Scope {
    let isImplicit: Bool
    /// The values by key. A value that was set to nil differs from an absent one.
    var values: [String: Any?] = [:]
    var batches: [AnimationBatch] = []

    init(isImplicit: Bool) { self.isImplicit = isImplicit }
  }

  private var scopes: [Scope] = []
  private var pendingCalls: [() -> Void] = []

  private init() {}

  /// The stack of the current thread.
  static var current: TransactionStack {
    let key = "QuartzCore.TransactionStack"
    if let stack = Thread.current.threadDictionary[key] as? TransactionStack { return stack }
    let stack = TransactionStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  /// The innermost transaction; opened implicitly if there is none.
  private var innermost: Scope {
    if let last = scopes.last { return last }
    let scope = Scope(isImplicit: true)
    scopes.append(scope)
    return scope
  }

  /// The number of layer changes on this thread.
  private(set) var changeCount = 0

  /// Records a change in the current transaction.
  func recordChange() {
    changeCount &+= 1
    _ = innermost
  }

  func begin() { scopes.append(Scope(isImplicit: false)) }

  func commit() {
    guard let last = scopes.last, !last.isImplicit else {
      return RenderLog.process.note("CATransaction.commit: no transaction is open; call begin first")
    }
    close()
    if scopes.count == 1, scopes[0].isImplicit { close() }
  }

  /// Closes the implicit transaction.
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

  /// Returns the batches that wait for an animation that is added now, after counting it in them.
  func batchesForNewAnimation() -> [AnimationBatch] {
    let open = scopes.compactMap(\.batches.last)
    for batch in open { batch.addAnimation() }
    return open
  }

  /// Enqueues a call until after the frame.
  func enqueue(_ call: @escaping () -> Void) { pendingCalls.append(call) }

  /// Makes the pending calls. Calls that they enqueue stay pending until the next delivery.
  func deliver() {
    let now = pendingCalls
    pendingCalls = []
    for call in now { call() }
  }
}

/// The animations that a completion block waits for.
final class AnimationBatch {
  private(set) var block: (() -> Void)?
  private var pendingCount = 0
  private var isClosed = false

  init(_ block: (() -> Void)?) { self.block = block }

  func addAnimation() { pendingCount += 1 }

  /// Closes the batch. If no animation is pending, the block is called at once.
  func close() {
    isClosed = true
    guard pendingCount == 0, let block else { return }
    self.block = nil
    block()
  }

  /// Counts down after an animation has ended. After the last one, the block is enqueued until after the frame.
  func animationEnded() {
    pendingCount -= 1
    guard pendingCount == 0, isClosed, let block else { return }
    self.block = nil
    TransactionStack.current.enqueue(block)
  }
}
