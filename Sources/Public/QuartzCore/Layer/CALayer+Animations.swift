import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

extension CALayer: AnimationHolder {}

/// Animations of a layer.
extension CALayer {
  /// Returns the keys of the animations that have one, in the order in which they are applied; nil if there are none.
  public func animationKeys() -> [String]? { animations.keys }

  /// Returns the animation of a key: the layer's own copy, which must not be changed.
  public func animation(forKey key: String) -> CAAnimation? { animations.animation(forKey: key) }

  /// Removes the animation of a key, and notifies its delegate.
  public func removeAnimation(forKey key: String) { animations.remove(key) }

  /// Removes all animations, including those without a key.
  public func removeAllAnimations() { animations.removeAll() }

  func attach(_ animation: CAAnimation, key: String?) {
    guard let copy = animation.copy() as? CAAnimation else { return }
    TransactionStack.current.recordChange()
    // False for a NaN, with which the animation has no effect.
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    if let function = CATransaction.animationTimingFunction() { copy.timingFunction = function }
    let target = PresentedLayer(self, shown: self)
    if let basic = copy as? CABasicAnimation, let path = basic.keyPath, basic.fromValue == nil, basic.toValue == nil,
      basic.byValue == nil, basic.previousValue == nil
    {
      basic.previousValue = currentChange?.key == path ? currentChange?.old : presentedNow(path)
    }
    copy.startTransition(from: lastDrawn?.limited)
    let problem = copy.problem(on: target)
    if let problem {
      // A change that cannot be animated, as from no contents to some, is not an error of the app.
      if currentChange?.key == key { return }
      RenderLog.process.note("\(Swift.type(of: self)): \(Swift.type(of: copy)) has no effect: \(problem)")
    }
    let batches = TransactionStack.current.batchesForNewAnimation()
    let storedKey = copy is CATransition ? "transition" : key
    animations.add(LayerAnimation(copy, key: storedKey, hasEffect: problem == nil, batches: batches))
  }

  /// Returns the value currently shown: that of the last frame, if there are frames.
  private func presentedNow(_ keyPath: String) -> Any? {
    if let (layer, suffix) = nestedLayer(keyPath) { return layer.presentedNow(suffix) }
    return animations.list.isEmpty ? value(forKeyPath: keyPath) : presented(atRoot: now).value(forKeyPath: keyPath)
  }

  // MARK: Time

  var timeMap: TimeMap { TimeMap(begin: beginTime, speed: Double(speed), offset: timeOffset) }

  /// Returns the layer's local time at a time of the root's superspace.
  func localTime(atRoot time: Double) -> Double { chain.reversed().map(\.timeMap).local(time) }

  /// Converts a time from another layer; if `l` is nil, from the root's superspace.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    localTime(atRoot: l.map { $0.chain.reversed().map(\.timeMap).parent(t) } ?? t)
  }

  /// Converts a time to another layer; if `l` is nil, to the root's superspace.
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let root = chain.reversed().map(\.timeMap).parent(t)
    return l?.localTime(atRoot: root) ?? root
  }

  /// The time of the current or last frame; without frames, that of the clock.
  private var now: Double { chain.last?.frameTime ?? CACurrentMediaTime() }

  // MARK: Presentation

  /// Returns the layer as its animations show it at the time of the last frame: a copy of the same class, with copies
  /// of its sublayers. Returns nil before the first frame.
  public func presentation() -> Self? {
    if modelLayer != nil { return self }
    guard wasCommitted else { return nil }
    let time = localTime(atRoot: now)
    let root = presented(at: time, start: time)
    var pending: [(layer: CALayer, copy: CALayer, time: Double)] = [(self, root, time)]
    while let next = pending.popLast() {
      func presentedCopy(of sublayer: CALayer) -> CALayer {
        let time = sublayer.timeMap.local(next.time)
        let copy = next.copy.presentedSublayer(sublayer) ?? sublayer.presented(at: time, start: time)
        copy.container = next.copy
        pending.append((sublayer, copy, time))
        return copy
      }
      next.copy.children = next.layer.children.map(presentedCopy)
      next.copy.maskLayer = next.layer.maskLayer.map(presentedCopy)
    }
    return root
  }

  /// Returns a copy without sublayers, as animations show it at a time of the root's superspace.
  package func presented(atRoot time: Double) -> Self {
    presented(at: localTime(atRoot: time), start: localTime(atRoot: time))
  }

  /// Returns a copy without sublayers, as animations show it.
  ///
  /// - Parameters:
  ///   - time: in the layer's local time.
  ///   - start: the begin time of animations that do not specify one, and have had no frame.
  package func presented(at time: Double, start: Double = 0) -> Self {
    let copy = Swift.type(of: self).init(layer: self)
    let target = PresentedLayer(self, shown: copy, time: time, start: start)
    target.play()
    target.display()
    return copy
  }

  /// Returns the copy of a sublayer that the animations of this copy's model change.
  func presentedSublayer(_ layer: CALayer) -> CALayer? { sublayerTargets[ObjectIdentifier(layer)]?.shown }
}

/// A layer, and the copy of it that its animations change.
final class PresentedLayer: AnimationTarget {
  private let model: CALayer
  let shown: CALayer
  /// The time in the layer's local time, and the begin time of animations that have had no frame.
  private let time, start: Double

  /// - Parameter shown: the layer itself, if only key paths are resolved and nothing is shown.
  init(_ model: CALayer, shown: CALayer, time: Double = 0, start: Double = 0) {
    (self.model, self.shown, self.time, self.start) = (model, shown, time, start)
  }

  func play() {
    for animation in model.animations.list { animation.play(at: time, start: start, on: self) }
  }

  func display() {
    if shown.needsDisplay() { shown.displayIfNeeded() }
    for target in shown.sublayerTargets.values { target.display() }
  }

  /// Resolves a path into a sublayer or the mask, after the layer's own animations. Returns the nested target and the
  /// remaining path.
  private func nested(_ keyPath: String) -> (target: PresentedLayer, path: String)? {
    guard let (layer, path) = model.nestedLayer(keyPath) else { return nil }
    guard shown !== model else { return (PresentedLayer(layer, shown: layer), path) }
    if let cached = shown.sublayerTargets[ObjectIdentifier(layer)] { return (cached, path) }
    let local = layer.timeMap.local(time)
    let copy = Swift.type(of: layer).init(layer: layer)
    let target = PresentedLayer(layer, shown: copy, time: local, start: start == time ? local : start)
    shown.sublayerTargets[ObjectIdentifier(layer)] = target
    target.play()
    return (target, path)
  }

  func supports(_ keyPath: String) -> Bool {
    if let nested = nested(keyPath) { return nested.target.supports(nested.path) }
    let path = keyPath.split(separator: ".", omittingEmptySubsequences: false)
    if path[0] == "sublayers" || path[0] == "mask" || path[0] == "frame" { return false }
    return path.count == 1 || model.value(forKeyPath: keyPath) != nil
  }

  func modelValue(at keyPath: String) -> Any? { model.value(forKeyPath: keyPath) }

  func shownValue(at keyPath: String) -> Any? {
    nested(keyPath).map { $0.target.shownValue(at: $0.path) } ?? shown.value(forKeyPath: keyPath)
  }

  func show(_ value: Any?, at keyPath: String) {
    if let nested = nested(keyPath) { return nested.target.show(value, at: nested.path) }
    if keyPath == LayerProperties.contents.key { shown.contentsPair = nil }
    shown.setValue(value, forKeyPath: keyPath)
  }

  func show(_ pair: DiscreteValue.Pair, at keyPath: String) {
    if let nested = nested(keyPath) { return nested.target.show(pair, at: nested.path) }
    if keyPath == LayerProperties.contents.key { shown.contentsPair = pair }
  }

  func show(_ transition: CATransition, progress: Double) { shown.transition = (transition, progress) }
}
