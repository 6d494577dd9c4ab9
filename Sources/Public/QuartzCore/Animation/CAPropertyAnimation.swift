import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// An animation of what stands under a key path.
open class CAPropertyAnimation: CAAnimation {
  /// What it animates: `position.x`, `transform.rotation.z`, `filters.NAME.inputRadius`.
  open var keyPath: String?
  /// True for values that are added to what is there by then; of transforms, those that act before it.
  open var isAdditive = false
  /// True for turns that each go on from where the last one ended.
  open var isCumulative = false
  /// Makes matrices of numbers.
  open var valueFunction: CAValueFunction?

  /// An animation of a key path.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func take(from other: CAAnimation) {
    super.take(from: other)
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

  // MARK: Playing

  /// What its values are read like: what is set, or of that the numbers that the value function takes.
  func likeness(on target: any AnimationTarget) -> Any? {
    guard let keyPath else { return nil }
    return valueFunction.map { $0.numbers(at: keyPath, of: target) } ?? target.modelValue(at: keyPath)
  }

  /// The value of a turn, by itself; nil where the values fit neither each other nor what they animate.
  func value(_ moment: Timing.Moment, like model: Any?) -> AnyInterpolable? { nil }

  override func show(_ moment: Timing.Moment, on target: any AnimationTarget) {
    guard let keyPath else { return }
    let model = likeness(on: target)
    guard var value = value(moment, like: model) else { return }
    if isCumulative, moment.turns >= 1 {
      let turn = Timing.Moment(turns: 0, seconds: duration, progress: 1)
      if let whole = self.value(turn, like: model) { value = value.added(to: whole.repeated(moment.turns)) }
    }
    if let valueFunction {
      guard let map = valueFunction.map(value.numbers ?? []) else { return }
      value = AnyInterpolable(map)
    }
    if isAdditive, let below = AnimatedValue(target.shownValue(at: keyPath)) { value = value.added(to: below.value) }
    guard value.isShowable else { return }
    target.show(AnimatedValue.object(value, like: valueFunction == nil ? model : nil), at: keyPath)
    if let pair = (value.value as? Step)?.pair { target.show(pair, at: keyPath) }
  }

  override func problem(on target: any AnimationTarget) -> String? {
    guard let keyPath, !keyPath.isEmpty else { return "it has no key path; give it one, such as position.x" }
    guard target.knows(keyPath) else {
      return
        "\(keyPath) leads to no value of the layer; give a path to one, such as position.x or sublayers.NAME.opacity"
    }
    let moment = Timing.Moment(turns: 0, seconds: 0, progress: 0)
    guard value(moment, like: likeness(on: target)) != nil else {
      return "its values do not fit \(keyPath), or each other; give values of the kind of the property"
    }
    return nil
  }
}

extension AnyInterpolable {
  /// False for numbers that no layer takes.
  var isShowable: Bool {
    let numbers = (value as? CATransform3D).map(\.numbers) ?? self.numbers
    return numbers?.allSatisfy { abs($0) <= 1e15 } ?? true
  }
}
