import AnimationMath
import Foundation

/// What changes of a layer start by themselves.
extension CALayer {
  /// Actions by the key of what changes; an `NSNull` is none.
  public var actions: [String: any CAAction]? {
    get { own["actions"] as? [String: any CAAction] }
    set { own["actions"] = newValue }
  }

  /// The first that there is, of the delegate, `actions`, `style`, the class, and what the property's kind animates
  /// like; nil where that is an `NSNull`.
  func foundAction(forKey event: String) -> (any CAAction)? {
    let found =
      delegate?.action(for: self, forKey: event) ?? actions?[event] ?? styleAction(event)
      ?? Self.defaultAction(forKey: event) ?? usualAction(event)
    return found is NSNull ? nil : found
  }

  private func styleAction(_ event: String) -> (any CAAction)? {
    var style = (own[LayerProperties.style.key] as? AnyValue)?.object as? [AnyHashable: Any]
    // A style may hold itself only by being endless.
    for _ in 0..<100 {
      guard let now = style else { return nil }
      if let action = (now["actions"] as? [String: Any])?[event] as? any CAAction { return action }
      style = now[LayerProperties.style.key] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Layers that no frame has shown do not animate by themselves.
  private var animatesByItself: Bool { wasCommitted && modelLayer == nil && chain.last?.frameTime != nil }

  private func usualAction(_ event: String) -> (any CAAction)? {
    guard animatesByItself, let row = Self.properties[key: event] else { return nil }
    switch row.action {
    case .none: return nil
    case .animation:
      let animation = CABasicAnimation(keyPath: row.key)
      animation.duration = CATransaction.animationDuration()
      animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
      return animation
    case .fade:
      let fade = CATransition()
      fade.duration = CATransaction.animationDuration()
      return fade
    }
  }

  /// Stores a value, and runs the action that it starts; from what was shown before.
  func changeWithAction(_ key: String, by store: () -> Void) {
    guard modelLayer == nil else { return store() }
    if wasCommitted || delegate != nil {
      TransactionStack.current.noteChange()
      if CATransaction.disableActions() { return store() }
    }
    if key == "sublayers" { return orderChange(store) }
    if key == LayerProperties.isHidden.key { return hiddenChange(store) }
    storeWithAction(key, store)
  }

  private func storeWithAction(_ key: String, _ store: () -> Void) {
    guard let action = action(forKey: key), !CATransaction.disableActions() else { return store() }
    let outer = changing
    let isProperty = Self.properties[key: key] != nil || own[key] != nil
    changing = (key, isProperty ? shownValue(key) : nil)
    store()
    action.run(forKey: key, object: self, arguments: nil)
    changing = outer
  }

  /// Layers that come into a tree that is shown, and those that go, have events of their own.
  private func orderChange(_ store: () -> Void) {
    let own = CATransaction.disableActions() ? nil : action(forKey: "sublayers")
    let before = animatesByItself && !CATransaction.disableActions() ? children : nil
    store()
    own?.run(forKey: "sublayers", object: self, arguments: nil)
    guard let before else { return }
    let (old, new) = (Set(before.map(ObjectIdentifier.init)), Set(children.map(ObjectIdentifier.init)))
    for layer in before where !new.contains(ObjectIdentifier(layer)) { layer.order(kCAOnOrderOut) }
    for layer in children where !old.contains(ObjectIdentifier(layer)) { layer.order(kCAOnOrderIn) }
  }

  /// A layer of a tree that is shown comes and goes by being hidden, too.
  private func hiddenChange(_ store: () -> Void) {
    let was = isHidden
    storeWithAction(LayerProperties.isHidden.key, store)
    guard isHidden != was, animatesByItself, !CATransaction.disableActions() else { return }
    order(isHidden ? kCAOnOrderOut : kCAOnOrderIn)
  }

  private func order(_ event: String) { action(forKey: event)?.run(forKey: event, object: self, arguments: nil) }

  private func shownValue(_ key: String) -> Any? {
    animations.list.isEmpty ? value(forKey: key) : presented(atRoot: chain.last?.frameTime ?? 0).value(forKey: key)
  }
}
