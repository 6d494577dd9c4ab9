import AnimationMath
import Foundation

/// The key of the default duration of animations, in seconds.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of the flag that disables implicit actions.
public let kCATransactionDisableActions = "disableActions"
/// The key of the timing curve of all added animations.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of the block that is called when all animations have ended.
public let kCATransactionCompletionBlock = "completionBlock"

/// A transaction of layer changes, with the options of their animations. Each thread has its own stack of transactions.
///
/// `begin` and `commit` nest: a value is read from the innermost transaction that has one, and set in the innermost. A
/// change outside of a transaction opens one implicitly. On Linux no run loop commits it. It is committed when the next
/// frame begins, at `flush()`, or at the outermost `commit`.
open class CATransaction: NSObject {
  /// Opens a nested transaction.
  open class func begin() { TransactionStack.current.begin() }

  /// Closes the innermost transaction. If it has no animations, its completion block is called at once. If no
  /// transaction is open, a message is logged.
  open class func commit() { TransactionStack.current.commit() }

  /// Closes the implicit transaction if no other is open, and makes the pending calls: completion blocks and delegates
  /// of animations.
  open class func flush() { TransactionStack.current.flush() }

  /// Returns the default duration of animations, in seconds; 0.25 unless set.
  open class func animationDuration() -> CFTimeInterval {
    (value(forKey: kCATransactionAnimationDuration) as? Double) ?? 0.25
  }
  /// - Parameter dur: seconds; values below 0 and NaN count as 0.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    let seconds: Double = dur > 0 ? dur : 0
    setValue(seconds, forKey: kCATransactionAnimationDuration)
  }

  /// Returns the timing curve of all added animations; nil if each uses its own.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }
  /// - Parameter function: nil if each animation uses its own.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  /// Returns whether implicit actions are disabled.
  open class func disableActions() -> Bool { (value(forKey: kCATransactionDisableActions) as? Bool) ?? false }
  /// - Parameter flag: true to disable implicit actions.
  open class func setDisableActions(_ flag: Bool) { setValue(flag, forKey: kCATransactionDisableActions) }

  /// Returns the block that is called when all animations have ended.
  open class func completionBlock() -> (() -> Void)? { TransactionStack.current.completion }
  /// Sets a block that is called once, on the thread that renders frames, when all animations that are added from here
  /// to the end of the transaction have ended or were removed. Without animations, it is called on commit.
  open class func setCompletionBlock(_ block: (() -> Void)?) { TransactionStack.current.completion = block }

  /// Returns the value of a key, from the innermost transaction that has one.
  open class func value(forKey key: String) -> Any? {
    if key == kCATransactionCompletionBlock { return completionBlock() }
    return TransactionStack.current.value(forKey: key)
  }
  /// Sets the value of a key in the innermost transaction; if there is none, opens one.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    if key == kCATransactionCompletionBlock { return setCompletionBlock(anObject as? () -> Void) }
    TransactionStack.current.setValue(anObject, forKey: key)
  }

  /// Acquires a recursive lock that all threads share. The module itself does not use it.
  open class func lock() { sharedLock.lock() }
  /// Releases the lock.
  open class func unlock() { sharedLock.unlock() }

  private static let sharedLock = NSRecursiveLock()
}
