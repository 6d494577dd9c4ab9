import AnimationMath
import Foundation

/// Implicit actions of layer changes.
extension CALayer {
  /// The actions by key; an `NSNull` disables the action.
  public var actions: [String: any CAAction]? {
    get { ownValues["actions"] as? [String: any CAAction] }
    set { ownValues["actions"] = newValue }
  }

  /// Returns the action from the first source that has one: the delegate, `actions`, `style`, the class, the property's
  /// default action. Returns nil for an `NSNull`.
  func resolvedAction(forKey event: String) -> (any CAAction)? {
    let found =
      delegate?.action(for: self, forKey: event) ?? actions?[event] ?? styleAction(event)
      ?? Self.defaultAction(forKey: event) ?? propertyAction(event)
    return found is NSNull ? nil : found
  }

  private func styleAction(_ event: String) -> (any CAAction)? {
    var style = (ownValues[LayerProperties.style.key] as? AnyValue)?.object as? [AnyHashable: Any]
    // A style that contains itself would never end.
    for _ in 0..<100 {
      guard let current = style else { return nil }
      if let action = (current["actions"] as? [String: Any])?[event] as? any CAAction { return action }
      style = current[LayerProperties.style.key] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Whether changes start implicit animations; false for layers that no frame has shown.
  private var hasImplicitAnimations: Bool { wasCommitted && modelLayer == nil && chain.last?.frameTime != nil }

  private func propertyAction(_ event: String) -> (any CAAction)? {
    guard hasImplicitAnimations, let row = Self.properties[key: event] else { return nil }
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

  /// Stores a value, and runs the action of the change, which starts from the previously shown value.
  func changeWithAction(_ key: String, by store: () -> Void) {
    guard modelLayer == nil else { return store() }
    if wasCommitted || delegate != nil {
      TransactionStack.current.recordChange()
      if CATransaction.disableActions() { return store() }
    }
    if key == "sublayers" { return changeSublayers(store) }
    if key == LayerProperties.isHidden.key { return changeHidden(store) }
    storeWithAction(key, store)
  }

  private func storeWithAction(_ key: String, _ store: () -> Void) {
    guard let action = action(forKey: key), !CATransaction.disableActions() else { return store() }
    let outerChange = currentChange
    let isProperty = Self.properties[key: key] != nil || ownValues[key] != nil
    currentChange = (key, isProperty ? shownValue(key) : nil)
    store()
    action.run(forKey: key, object: self, arguments: nil)
    currentChange = outerChange
  }

  /// Changes the sublayers. Layers that enter or leave a displayed tree have separate events.
  private func changeSublayers(_ store: () -> Void) {
    let treeAction = CATransaction.disableActions() ? nil : action(forKey: "sublayers")
    let previous = hasImplicitAnimations && !CATransaction.disableActions() ? children : nil
    store()
    treeAction?.run(forKey: "sublayers", object: self, arguments: nil)
    guard let previous else { return }
    let (old, new) = (Set(previous.map(ObjectIdentifier.init)), Set(children.map(ObjectIdentifier.init)))
    for layer in previous where !new.contains(ObjectIdentifier(layer)) { layer.runOrderAction(kCAOnOrderOut) }
    for layer in children where !old.contains(ObjectIdentifier(layer)) { layer.runOrderAction(kCAOnOrderIn) }
  }

  /// Changes `isHidden`, by which a layer also enters or leaves a displayed tree.
  private func changeHidden(_ store: () -> Void) {
    let wasHidden = isHidden
    storeWithAction(LayerProperties.isHidden.key, store)
    guard isHidden != wasHidden, hasImplicitAnimations, !CATransaction.disableActions() else { return }
    runOrderAction(isHidden ? kCAOnOrderOut : kCAOnOrderIn)
  }

  private func runOrderAction(_ event: String) {
    action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
  }

  private func shownValue(_ key: String) -> Any? {
    animations.list.isEmpty ? value(forKey: key) : presented(atRoot: chain.last?.frameTime ?? 0).value(forKey: key)
  }
}
