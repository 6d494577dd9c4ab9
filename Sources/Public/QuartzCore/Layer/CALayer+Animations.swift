import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

extension CALayer: AnimationHolder {}

/// Animations of a layer.
extension CALayer {
  /// The keys of the animations that have one, in the order in which these are shown; nil when there are none.
  public func animationKeys() -> [String]? { animations.keys }

  /// The animation of a key: the layer's own copy, which is not to be changed.
  public func animation(forKey key: String) -> CAAnimation? { animations.animation(forKey: key) }

  /// Takes the animation of a key away; its delegate is told.
  public func removeAnimation(forKey key: String) { animations.remove(key) }

  /// Takes all animations away, those without a key too.
  public func removeAllAnimations() { animations.removeAll() }

  func attach(_ animation: CAAnimation, key: String?) {
    guard let copy = animation.copy() as? CAAnimation else { return }
    TransactionStack.current.noteChange()
    // Not for NaN: that has no effect.
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    if let function = CATransaction.animationTimingFunction() { copy.timingFunction = function }
    let target = PresentedLayer(self, shown: self)
    if let basic = copy as? CABasicAnimation, let path = basic.keyPath, basic.fromValue == nil, basic.toValue == nil,
      basic.byValue == nil, basic.shownBefore == nil
    {
      basic.shownBefore = changing?.key == path ? changing?.old : presentedNow(path)
    }
    copy.depart(from: drawnLast?.limited)
    let problem = copy.problem(on: target)
    if let problem {
      // A change that cannot be animated, as from no contents to some, is no mistake of the app.
      if changing?.key == key { return }
      RenderLog.process.note("\(Swift.type(of: self)): \(Swift.type(of: copy)) has no effect: \(problem)")
    }
    let batches = TransactionStack.current.batchesOfNewAnimation()
    let place = copy is CATransition ? "transition" : key
    animations.add(LayerAnimation(copy, key: place, hasEffect: problem == nil, batches: batches))
  }

  /// A value as it is shown now: by the frame's time where there are frames.
  private func presentedNow(_ keyPath: String) -> Any? {
    if let (layer, rest) = layerBelow(keyPath) { return layer.presentedNow(rest) }
    return animations.list.isEmpty ? value(forKeyPath: keyPath) : presented(atRoot: now).value(forKeyPath: keyPath)
  }

  // MARK: Time

  var timeMap: TimeMap { TimeMap(begin: beginTime, speed: Double(speed), offset: timeOffset) }

  /// The layer's own time at a time of the root's superspace.
  func localTime(atRoot time: Double) -> Double { chain.reversed().map(\.timeMap).local(time) }

  /// A time of another layer in this one; nil: of the root's superspace.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    localTime(atRoot: l.map { $0.chain.reversed().map(\.timeMap).above(t) } ?? t)
  }

  /// A time of this layer in another one; nil: in the root's superspace.
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let root = chain.reversed().map(\.timeMap).above(t)
    return l?.localTime(atRoot: root) ?? root
  }

  /// The time of the frame that is made, or was made last; of the clock where there was none.
  private var now: Double { chain.last?.frameTime ?? CACurrentMediaTime() }

  // MARK: Presentation

  /// The layer as its animations show it now, a copy of the same class with copies of the layers in it; nil before the
  /// first frame. Now is the time of the last frame.
  public func presentation() -> Self? {
    if modelLayer != nil { return self }
    guard wasCommitted else { return nil }
    let time = localTime(atRoot: now)
    let root = presented(at: time, start: time)
    var waiting: [(layer: CALayer, copy: CALayer, time: Double)] = [(self, root, time)]
    while let next = waiting.popLast() {
      func shown(_ below: CALayer) -> CALayer {
        let time = below.timeMap.local(next.time)
        let copy = next.copy.presentedBelow(below) ?? below.presented(at: time, start: time)
        copy.holder = next.copy
        waiting.append((below, copy, time))
        return copy
      }
      next.copy.children = next.layer.children.map(shown)
      next.copy.maskLayer = next.layer.maskLayer.map(shown)
    }
    return root
  }

  /// A copy without layers in it, as animations show it at a time of the root's superspace.
  package func presented(atRoot time: Double) -> Self {
    presented(at: localTime(atRoot: time), start: localTime(atRoot: time))
  }

  /// A copy without layers in it, as animations show it.
  ///
  /// - Parameters:
  ///   - time: the layer's own.
  ///   - start: when animations begin that do not say so, and have had no frame.
  package func presented(at time: Double, start: Double = 0) -> Self {
    let copy = Swift.type(of: self).init(layer: self)
    let target = PresentedLayer(self, shown: copy, time: time, start: start)
    target.play()
    target.display()
    return copy
  }

  /// Of a copy: that of a layer in it which its animations change.
  func presentedBelow(_ layer: CALayer) -> CALayer? { targetsBelow[ObjectIdentifier(layer)]?.shown }
}

/// A layer, and the copy of it that its animations change.
final class PresentedLayer: AnimationTarget {
  private let model: CALayer
  let shown: CALayer
  /// The layer's own, and when animations begin that have had no frame.
  private let time, start: Double

  /// - Parameter shown: the layer itself where nothing is shown: to ask what paths lead to.
  init(_ model: CALayer, shown: CALayer, time: Double = 0, start: Double = 0) {
    (self.model, self.shown, self.time, self.start) = (model, shown, time, start)
  }

  func play() {
    for animation in model.animations.list { animation.play(at: time, start: start, on: self) }
  }

  func display() {
    if shown.needsDisplay() { shown.displayIfNeeded() }
    for target in shown.targetsBelow.values { target.display() }
  }

  /// The layer that a path leads into, after its own animations, and the rest of the path.
  private func below(_ keyPath: String) -> (target: PresentedLayer, path: String)? {
    guard let (layer, path) = model.layerBelow(keyPath) else { return nil }
    guard shown !== model else { return (PresentedLayer(layer, shown: layer), path) }
    if let known = shown.targetsBelow[ObjectIdentifier(layer)] { return (known, path) }
    let local = layer.timeMap.local(time)
    let copy = Swift.type(of: layer).init(layer: layer)
    let target = PresentedLayer(layer, shown: copy, time: local, start: start == time ? local : start)
    shown.targetsBelow[ObjectIdentifier(layer)] = target
    target.play()
    return (target, path)
  }

  func knows(_ keyPath: String) -> Bool {
    if let below = below(keyPath) { return below.target.knows(below.path) }
    let path = keyPath.split(separator: ".", omittingEmptySubsequences: false)
    if path[0] == "sublayers" || path[0] == "mask" || path[0] == "frame" { return false }
    return path.count == 1 || model.value(forKeyPath: keyPath) != nil
  }

  func modelValue(at keyPath: String) -> Any? { model.value(forKeyPath: keyPath) }

  func shownValue(at keyPath: String) -> Any? {
    below(keyPath).map { $0.target.shownValue(at: $0.path) } ?? shown.value(forKeyPath: keyPath)
  }

  func show(_ value: Any?, at keyPath: String) {
    if let below = below(keyPath) { return below.target.show(value, at: below.path) }
    if keyPath == LayerProperties.contents.key { shown.contentsPair = nil }
    shown.setValue(value, forKeyPath: keyPath)
  }

  func show(_ pair: Step.Pair, at keyPath: String) {
    if let below = below(keyPath) { return below.target.show(pair, at: below.path) }
    if keyPath == LayerProperties.contents.key { shown.contentsPair = pair }
  }

  func show(_ transition: CATransition, progress: Double) { shown.transition = (transition, progress) }
}
