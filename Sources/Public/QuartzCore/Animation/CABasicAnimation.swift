import AnimationMath
import CoreGraphics
import Foundation

/// From one value to another.
///
/// Missing ends are what the layer's property is set to, read anew for each frame; in an additive animation they are
/// zero. With neither value: from what was shown when the animation was added. With all three `byValue` does not count.
open class CABasicAnimation: CAPropertyAnimation {
  /// Where it begins.
  open var fromValue: Any?
  /// Where it ends.
  open var toValue: Any?
  /// How far it goes, where one of the two is missing.
  open var byValue: Any?

  /// What was shown when the animation was added.
  var shownBefore: Any?

  override func take(from other: CAAnimation) {
    super.take(from: other)
    guard let other = other as? CABasicAnimation else { return }
    (fromValue, toValue, byValue, shownBefore) = (other.fromValue, other.toValue, other.byValue, other.shownBefore)
  }

  /// Both ends, of one kind; nil where there are no such.
  func ends(like model: Any?) -> (from: AnyInterpolable, to: AnyInterpolable)? {
    func read(_ object: Any?) -> AnyInterpolable? { AnimatedValue(object, like: model)?.value }
    /// An end that is not set: zero for what is added, else what the property is.
    func missing(beside other: AnyInterpolable) -> AnyInterpolable? { isAdditive ? other.repeated(0) : read(model) }
    let found: (AnyInterpolable?, AnyInterpolable?)
    if let from = read(fromValue) {
      let end = toValue == nil ? read(byValue).map { $0.added(to: from) } : read(toValue)
      found = (from, toValue == nil && byValue == nil ? missing(beside: from) ?? color(model, beside: fromValue) : end)
    } else if let to = read(toValue) {
      guard fromValue == nil else { return nil }
      let begin =
        byValue == nil ? missing(beside: to) ?? color(model, beside: toValue) : read(byValue).map(to.subtracting)
      found = (begin, to)
    } else if let by = read(byValue) {
      guard fromValue == nil, toValue == nil, let base = missing(beside: by) else { return nil }
      found = (base, by.added(to: base))
    } else {
      guard fromValue == nil, toValue == nil, byValue == nil, !isAdditive else { return nil }
      found = (read(shownBefore) ?? color(shownBefore, beside: model), read(model) ?? color(model, beside: shownBefore))
    }
    guard let from = found.0, let to = found.1, from.isOfKind(of: to) else { return nil }
    return (from, to)
  }

  /// Where a colour is missing, the other one, clear.
  private func color(_ object: Any?, beside other: Any?) -> AnyInterpolable? {
    object == nil ? AnimatedValue(AnimatedValue.clear(other))?.value : AnimatedValue(object)?.value
  }

  /// How much of the way is gone at a moment.
  func part(_ moment: Timing.Moment) -> Double { moment.progress }

  override func value(_ moment: Timing.Moment, like model: Any?) -> AnyInterpolable? {
    ends(like: model).map { $0.from.mixed(with: $0.to, at: part(moment)) }
  }
}

/// From one value to another as a mass on a spring moves. `duration` is not set by itself: `settlingDuration` says how
/// long it takes to come to rest.
open class CASpringAnimation: CABasicAnimation {
  private var spring = Spring()

  /// How heavy the mass is; above 0, 1 at first.
  open var mass: CGFloat {
    get { spring.mass }
    set { spring.mass = newValue }
  }
  /// How strong the spring pulls; above 0, 100 at first.
  open var stiffness: CGFloat {
    get { spring.stiffness }
    set { spring.stiffness = newValue }
  }
  /// How much the movement is braked; 0 or more, 10 at first.
  open var damping: CGFloat {
    get { spring.damping }
    set { spring.damping = newValue }
  }
  /// Speed at first, in ways a second: 1 is the whole way from one value to the other in a second, towards the other.
  open var initialVelocity: CGFloat {
    get { spring.velocity }
    set { spring.velocity = newValue }
  }
  /// False, as it is by itself: a spring that is braked more than so that it does not swing is braked just so.
  open var allowsOverdamping: Bool {
    get { spring.allowsOverdamping }
    set { spring.allowsOverdamping = newValue }
  }

  /// A spring with the usual numbers.
  public required init() { super.init() }

  /// A spring by how it looks.
  ///
  /// - Parameters:
  ///   - perceptualDuration: seconds of about the first arrival; above 0.
  ///   - bounce: 0 does not swing, 1 swings for ever, below 0 it is braked more than needed.
  public init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    super.init()
    spring = Spring(period: perceptualDuration, bounce: bounce)
  }

  /// Seconds of about the first arrival.
  open var perceptualDuration: CFTimeInterval { spring.period }
  /// 0 does not swing, 1 swings for ever, below 0 it is braked more than needed.
  open var bounce: CGFloat { spring.bounce }
  /// Seconds until it stays within a thousandth of the way; a million where it is not braked.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  override func take(from other: CAAnimation) {
    super.take(from: other)
    if let other = other as? CASpringAnimation { spring = other.spring }
  }

  override func part(_ moment: Timing.Moment) -> Double { spring.progress(at: moment.seconds) }
}
