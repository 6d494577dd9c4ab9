import AnimationMath
import Foundation

/// The key of how long animations take that do not say so themselves: a number of seconds.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of whether changes start no animations.
public let kCATransactionDisableActions = "disableActions"
/// The key of the curve of all animations that are added.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of what is called when animations are over.
public let kCATransactionCompletionBlock = "completionBlock"

/// Changes of layers that belong together, and how they animate. Each thread has its own.
///
/// `begin` and `commit` nest: values are read from the innermost that has one, and are set in the innermost. A change
/// outside of them opens a transaction by itself. On Linux there is no run loop that commits it: that happens when the
/// next frame begins, at `flush()`, or when the outermost `commit` is reached.
open class CATransaction: NSObject {
  /// Opens a transaction in the one that is open.
  open class func begin() { TransactionStack.current.begin() }

  /// Closes the innermost transaction; one without animations calls its completion block at once. Without a
  /// transaction: a line in the log.
  open class func commit() { TransactionStack.current.commit() }

  /// Closes the transaction that a change has opened by itself, where no other is open, and calls what waits for being
  /// called: completion blocks and delegates of animations.
  open class func flush() { TransactionStack.current.flush() }

  /// Seconds that animations take that do not say so themselves; a quarter unless set.
  open class func animationDuration() -> CFTimeInterval {
    (value(forKey: kCATransactionAnimationDuration) as? Double) ?? 0.25
  }
  /// - Parameter dur: seconds; below 0 and numbers that are none count as 0.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    let seconds: Double = dur > 0 ? dur : 0
    setValue(seconds, forKey: kCATransactionAnimationDuration)
  }

  /// The curve of all animations that are added; nil: their own.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }
  /// - Parameter function: nil for their own.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    setValue(function, forKey: kCATransactionAnimationTimingFunction)
  }

  /// True where changes start no animations.
  open class func disableActions() -> Bool { (value(forKey: kCATransactionDisableActions) as? Bool) ?? false }
  /// - Parameter flag: true for changes that start no animations.
  open class func setDisableActions(_ flag: Bool) { setValue(flag, forKey: kCATransactionDisableActions) }

  /// What is called when animations are over.
  open class func completionBlock() -> (() -> Void)? { TransactionStack.current.completion }
  /// Has a block called once, on the thread that makes frames, when all animations that are added to layers from here
  /// to the end of the transaction are over or were removed; at once on commit when there are none.
  open class func setCompletionBlock(_ block: (() -> Void)?) { TransactionStack.current.completion = block }

  /// The value of a key, of the innermost transaction that has one.
  open class func value(forKey key: String) -> Any? {
    if key == kCATransactionCompletionBlock { return completionBlock() }
    return TransactionStack.current.value(forKey: key)
  }
  /// Sets the value of a key in the innermost transaction; one is opened when there is none.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    if key == kCATransactionCompletionBlock { return setCompletionBlock(anObject as? () -> Void) }
    TransactionStack.current.setValue(anObject, forKey: key)
  }

  /// Takes a lock that all threads share; one thread may take it several times. Nothing here takes it by itself.
  open class func lock() { sharedLock.lock() }
  /// Gives the lock back.
  open class func unlock() { sharedLock.unlock() }

  private static let sharedLock = NSRecursiveLock()
}
