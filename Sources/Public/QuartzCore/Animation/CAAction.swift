import Foundation

/// What happens when a layer's property changes, or when a layer comes or goes.
public protocol CAAction: AnyObject {
  /// Called after the change.
  ///
  /// - Parameters:
  ///   - event: the key of the property, or `onOrderIn`, `onOrderOut`, `sublayers`, `transition`.
  ///   - anObject: the layer.
  ///   - dict: what else there is to know; nil mostly.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// In a layer's `actions`, and as a delegate's answer: no action, and no further search for one.
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// The key of actions when a layer comes into a tree that is on show, or is shown there again.
public let kCAOnOrderIn = "onOrderIn"
/// The key of actions when a layer leaves a tree that is on show, or is hidden there.
public let kCAOnOrderOut = "onOrderOut"
/// The key that a layer's `CATransition` is under, and of the action for one.
public let kCATransition = "transition"
