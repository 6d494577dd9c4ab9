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
