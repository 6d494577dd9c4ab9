import Foundation

/// An action that runs when a layer's property changes, or a layer enters or leaves the tree.
public protocol CAAction: AnyObject {
  /// Runs the action, after the change.
  ///
  /// - Parameters:
  ///   - event: the key of the property, or `onOrderIn`, `onOrderOut`, `sublayers`, `transition`.
  ///   - anObject: the layer.
  ///   - dict: further arguments; usually nil.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// In a layer's `actions`, and as the result of a delegate: no action, and the search ends.
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// The action key for a layer that enters a displayed tree, or becomes visible in it.
public let kCAOnOrderIn = "onOrderIn"
/// The action key for a layer that leaves a displayed tree, or is hidden in it.
public let kCAOnOrderOut = "onOrderOut"
/// The key of a layer's `CATransition`, and of the corresponding action.
public let kCATransition = "transition"
