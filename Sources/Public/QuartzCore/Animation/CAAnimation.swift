import AnimationMath
import CoreGraphics
import Foundation

/// How often a second frames are wanted: a hint to what shows them.
public struct CAFrameRateRange: Hashable, Sendable {
  /// Fewest frames a second.
  public var minimum: Float
  /// Most frames a second.
  public var maximum: Float
  /// Wanted frames a second; 0 does not say.
  public var preferred: Float

  /// As it is by itself: whatever suits.
  public init() { self.init(minimum: 0, maximum: 0, preferred: 0) }
  /// A range, and what in it is wanted.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred ?? 0)
  }
  /// Whatever suits.
  public static let `default` = CAFrameRateRange()
}

/// What is told when an animation begins and ends: after a frame, or at `CATransaction.flush()`, on the thread that
/// makes frames. Both have bodies that do nothing.
public protocol CAAnimationDelegate: AnyObject {
  /// Its first frame has been shown.
  func animationDidStart(_ anim: CAAnimation)
  /// It is over.
  ///
  /// - Parameter flag: false when it was removed or replaced before its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// What an animation plays on: it reads values by key path, and shows others.
///
/// This, ``AnimationHolder`` and ``CAAnimation/play(_:at:on:)`` are all that layers and animations know of each other:
/// a layer is presented at a time by giving a copy of itself to each of its animations, in their order.
protocol AnimationTarget: AnyObject {
  /// False for paths that lead nowhere, or to what animations of its own are for.
  func knows(_ keyPath: String) -> Bool
  /// What the app has set; nil for nothing, and for paths that lead nowhere.
  func modelValue(at keyPath: String) -> Any?
  /// What is shown so far.
  func shownValue(at keyPath: String) -> Any?
  /// Shows a value from here on.
  func show(_ value: Any?, at keyPath: String)
  /// What is drawn where `show(_:at:)` has shown one of two objects.
  func show(_ pair: Step.Pair, at keyPath: String)
  /// Shows a part of the way from how it was to how it is.
  func show(_ transition: CATransition, progress: Double)
}

/// What animations are added to.
protocol AnimationHolder: AnyObject {
  func add(_ anim: CAAnimation, forKey key: String?)
}

/// Something that happens over time. Layers take copies, so one may be added to many.
///
/// Any key has a value (`setValue(_:forKey:)`), which copies keep: names for a delegate to tell animations by. Not for
/// several threads at once.
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  open var beginTime: CFTimeInterval = 0
  open var duration: CFTimeInterval = 0
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed

  /// How progress is made in each turn; nil: evenly.
  open var timingFunction: CAMediaTimingFunction?
  /// Told of beginning and end. Held until then.
  open var delegate: (any CAAnimationDelegate)?
  /// True, as it is by itself, for animations that a layer forgets at their end.
  open var isRemovedOnCompletion = true
  /// A hint to what shows frames.
  open var preferredFrameRateRange = CAFrameRateRange.default

  private var values: [String: Any] = [:]

  /// An animation without duration: that of the transaction in which it is added.
  public required override init() { super.init() }

  /// A copy with the same values. Subclasses with stored properties of their own override it and copy those.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.take(from: self)
    return copy
  }

  func take(from other: CAAnimation) {
    (beginTime, duration, speed, timeOffset) = (other.beginTime, other.duration, other.speed, other.timeOffset)
    (repeatCount, repeatDuration, autoreverses) = (other.repeatCount, other.repeatDuration, other.autoreverses)
    (fillMode, timingFunction, delegate) = (other.fillMode, other.timingFunction, other.delegate)
    isRemovedOnCompletion = other.isRemovedOnCompletion
    preferredFrameRateRange = other.preferredFrameRateRange
    values = other.values
  }

  /// The value of a key that nobody has set. Override it for keys of your own.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": Float(1)
    case "removedOnCompletion", "isRemovedOnCompletion": true
    case "fillMode": CAMediaTimingFillMode.removed
    default: nil
    }
  }

  /// True for keys whose values would be archived.
  open func shouldArchiveValue(forKey key: String) -> Bool { true }

  /// The value of a property, or what was set for any other key.
  open func value(forKey key: String) -> Any? {
    if let property = Self.property(key) { return property.get(self) }
    return values[key] ?? Self.defaultValue(forKey: key)
  }

  /// Sets a property, or keeps the value for any other key; nil takes it away. A value of the wrong class is ignored.
  open func setValue(_ value: Any?, forKey key: String) {
    if let property = Self.property(key) { property.set(self, value) } else { values[key] = value }
  }

  /// The properties that keys reach.
  class var properties: [String: AnimationProperty] { AnimationProperty.common }

  private static func property(_ key: String) -> AnimationProperty? { properties[key] }

  /// Adds the animation to the layer, under the key; one of a property without a path animates that of the key.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? any AnimationHolder)?.add(self, forKey: event)
  }

  // MARK: Playing

  /// Times in what it is added to.
  ///
  /// - Parameters:
  ///   - begin: when it begins, in place of `beginTime`.
  ///   - duration: of a turn, in place of `duration`.
  func timing(begin: Double? = nil, duration: Double? = nil) -> Timing {
    let map = TimeMap(begin: begin ?? beginTime, speed: Double(speed), offset: timeOffset)
    var timing = Timing(map: map, duration: duration ?? self.duration)
    (timing.repeatCount, timing.repeatDuration) = (Double(repeatCount), repeatDuration)
    timing.autoreverses = autoreverses
    timing.fillsBackwards = fillMode == .backwards || fillMode == .both
    timing.fillsForwards = fillMode == .forwards || fillMode == .both
    return timing
  }

  /// Shows the animation at a time.
  ///
  /// - Returns: false where it has no effect: before it begins and after it is over, unless it fills these.
  @discardableResult
  func play(_ timing: Timing, at time: Double, on target: any AnimationTarget) -> Bool {
    guard var moment = timing.moment(at: time) else { return false }
    if let curve = timingFunction?.curve {
      moment.progress = curve.value(at: moment.progress)
      if timing.duration.isFinite { moment.seconds = moment.progress * timing.duration }
    }
    show(moment, on: target)
    return true
  }

  /// Shows a moment, after `timingFunction`.
  func show(_ moment: Timing.Moment, on target: any AnimationTarget) {}

  /// Keeps how the layer was drawn before, for what shows it.
  func depart(from before: SceneMoment?) {}

  /// Why the animation can have no effect; nil where it can.
  func problem(on target: any AnimationTarget) -> String? { nil }
}
