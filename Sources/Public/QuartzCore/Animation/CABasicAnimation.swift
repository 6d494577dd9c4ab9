import AnimationMath
import CoreGraphics
import Foundation

/// An animation from one value to another.
///
/// A missing end is the current value of the layer's property, read again for each frame; in an additive animation it
/// is zero. If both are missing, the animation starts from the value shown when it was added. If all three values are
/// set, `byValue` is ignored.
open class CABasicAnimation: CAPropertyAnimation {
  /// The start value.
  open var fromValue: Any?
  /// The end value.
  open var toValue: Any?
  /// The difference of the end and the start, if one of them is missing.
  open var byValue: Any?

  /// The value shown when the animation was added.
  var previousValue: Any?

  override func copyProperties(from other: CAAnimation) {
    super.copyProperties(from: other)
    guard let other = other as? CABasicAnimation else { return }
    (fromValue, toValue, byValue, previousValue) = (other.fromValue, other.toValue, other.byValue, other.previousValue)
  }

  /// Returns both ends, which have the same type; nil if the values are invalid.
  func ends(like model: Any?) -> (from: AnyInterpolable, to: AnyInterpolable)? {
    func read(_ object: Any?) -> AnyInterpolable? { AnimatedValue(object, like: model)?.value }
    /// Returns the value of an end that is not set: zero in an additive animation, otherwise the current value.
    func missingEnd(for other: AnyInterpolable) -> AnyInterpolable? { isAdditive ? other.repeated(0) : read(model) }
    let found: (AnyInterpolable?, AnyInterpolable?)
    if let from = read(fromValue) {
      let end = toValue == nil ? read(byValue).map { $0.added(to: from) } : read(toValue)
      found = (from, toValue == nil && byValue == nil ? missingEnd(for: from) ?? color(model, or: fromValue) : end)
    } else if let to = read(toValue) {
      guard fromValue == nil else { return nil }
      let begin =
        byValue == nil ? missingEnd(for: to) ?? color(model, or: toValue) : read(byValue).map(to.subtracting)
      found = (begin, to)
    } else if let by = read(byValue) {
      guard fromValue == nil, toValue == nil, let base = missingEnd(for: by) else { return nil }
      found = (base, by.added(to: base))
    } else {
      guard fromValue == nil, toValue == nil, byValue == nil, !isAdditive else { return nil }
      found = (read(previousValue) ?? color(previousValue, or: model), read(model) ?? color(model, or: previousValue))
    }
    guard let from = found.0, let to = found.1, from.hasSameType(as: to) else { return nil }
    return (from, to)
  }

  /// Returns a colour; if it is missing, the transparent form of the other one.
  private func color(_ object: Any?, or other: Any?) -> AnyInterpolable? {
    object == nil ? AnimatedValue(AnimatedValue.clear(other))?.value : AnimatedValue(object)?.value
  }

  /// Returns the fraction of the distance that is covered at a moment.
  func progress(_ moment: Timing.Moment) -> Double { moment.progress }

  override func value(_ moment: Timing.Moment, like model: Any?) -> AnyInterpolable? {
    ends(like: model).map { $0.from.mixed(with: $0.to, at: progress(moment)) }
  }
}

/// An animation that moves from one value to another like a damped spring. `duration` is not set automatically;
/// `settlingDuration` is the time until the spring rests.
open class CASpringAnimation: CABasicAnimation {
  private var spring = Spring()

  /// The mass; above 0, initially 1.
  open var mass: CGFloat {
    get { spring.mass }
    set { spring.mass = newValue }
  }
  /// The stiffness of the spring; above 0, initially 100.
  open var stiffness: CGFloat {
    get { spring.stiffness }
    set { spring.stiffness = newValue }
  }
  /// The damping; 0 or more, initially 10.
  open var damping: CGFloat {
    get { spring.damping }
    set { spring.damping = newValue }
  }
  /// The initial velocity towards the end value; 1 covers the whole distance in one second.
  open var initialVelocity: CGFloat {
    get { spring.velocity }
    set { spring.velocity = newValue }
  }
  /// If false, which is the default, an overdamped spring is treated as critically damped.
  open var allowsOverdamping: Bool {
    get { spring.allowsOverdamping }
    set { spring.allowsOverdamping = newValue }
  }

  /// Creates a spring with the default parameters.
  public required init() { super.init() }

  /// Creates a spring from perceptual parameters.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the approximate time of the first arrival, in seconds; above 0.
  ///   - bounce: 0 is critically damped, 1 undamped, and below 0 overdamped.
  public init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    super.init()
    spring = Spring(period: perceptualDuration, bounce: bounce)
  }

  /// The approximate time of the first arrival, in seconds.
  open var perceptualDuration: CFTimeInterval { spring.period }
  /// The bounce: 0 is critically damped, 1 undamped, and below 0 overdamped.
  open var bounce: CGFloat { spring.bounce }
  /// Seconds until the spring stays within a thousandth of the distance; a million if it is undamped.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  override func copyProperties(from other: CAAnimation) {
    super.copyProperties(from: other)
    if let other = other as? CASpringAnimation { spring = other.spring }
  }

  override func progress(_ moment: Timing.Moment) -> Double { spring.progress(at: moment.seconds) }
}
