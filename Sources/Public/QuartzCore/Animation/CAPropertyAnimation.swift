import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// An animation of the value at a key path.
open class CAPropertyAnimation: CAAnimation {
  /// The key path to animate: `position.x`, `transform.rotation.z`, `filters.NAME.inputRadius`.
  open var keyPath: String?
  /// If true, the values are added to the value shown by earlier animations. Transforms are concatenated, the
  /// animation's first.
  open var isAdditive = false
  /// If true, each cycle continues from the end of the previous one.
  open var isCumulative = false
  /// The function that converts numbers to transforms.
  open var valueFunction: CAValueFunction?

  /// Creates an animation of a key path.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func copyProperties(from other: CAAnimation) {
    super.copyProperties(from: other)
    guard let other = other as? CAPropertyAnimation else { return }
    (keyPath, isAdditive, isCumulative) = (other.keyPath, other.isAdditive, other.isCumulative)
    valueFunction = other.valueFunction
  }

  override class var properties: [String: AnimationProperty] { AnimationProperty.ofProperties }

  open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard keyPath == nil, let copy = copy() as? CAPropertyAnimation else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    copy.keyPath = event
    (anObject as? any AnimationHolder)?.add(copy, forKey: event)
  }

  // MARK: Playback

  /// Returns the current value, whose type the animation's values are converted to. With a value function, returns its
  /// arguments.
  func currentValue(on target: any AnimationTarget) -> Any? {
    guard let keyPath else { return nil }
    return valueFunction.map { $0.arguments(at: keyPath, of: target) } ?? target.modelValue(at: keyPath)
  }

  /// Returns the value of one cycle, not accumulated; nil if the values do not match each other or the property.
  func value(_ moment: Timing.Moment, like model: Any?) -> AnyInterpolable? { nil }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    guard let keyPath else { return }
    let model = currentValue(on: target)
    guard var value = value(moment, like: model) else { return }
    if isCumulative, moment.completedCycles >= 1 {
      let cycle = Timing.Moment(completedCycles: 0, seconds: duration, progress: 1)
      if let end = self.value(cycle, like: model) { value = value.added(to: end.repeated(moment.completedCycles)) }
    }
    if let valueFunction {
      guard let map = valueFunction.map(value.splineComponents ?? []) else { return }
      value = AnyInterpolable(map)
    }
    if isAdditive, let underlying = AnimatedValue(target.shownValue(at: keyPath)) {
      value = value.added(to: underlying.value)
    }
    guard value.isShowable else { return }
    target.show(AnimatedValue.object(value, like: valueFunction == nil ? model : nil), at: keyPath)
    if let pair = (value.value as? DiscreteValue)?.pair { target.show(pair, at: keyPath) }
  }

  override func problem(on target: any AnimationTarget) -> String? {
    guard let keyPath, !keyPath.isEmpty else { return "it has no key path; set one, such as position.x" }
    guard target.supports(keyPath) else {
      return
        "\(keyPath) is no value of the layer; set a valid key path, such as position.x or sublayers.NAME.opacity"
    }
    let moment = Timing.Moment(completedCycles: 0, seconds: 0, progress: 0)
    guard value(moment, like: currentValue(on: target)) != nil else {
      return "its values do not match the type of \(keyPath), or each other; set values of the property's type"
    }
    return nil
  }
}

extension AnyInterpolable {
  /// Whether all numbers are in the range that layers accept.
  var isShowable: Bool {
    let scalars = (value as? CATransform3D).map(\.scalars) ?? splineComponents
    return scalars?.allSatisfy { abs($0) <= 1e15 } ?? true
  }
}
