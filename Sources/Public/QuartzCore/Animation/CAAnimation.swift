import AnimationMath
import CoreGraphics
import Foundation

/// A range of frame rates: a hint for displays.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The minimum number of frames a second.
  public var minimum: Float
  /// The maximum number of frames a second.
  public var maximum: Float
  /// The preferred number of frames a second; 0 for no preference.
  public var preferred: Float

  /// Creates the default range: no preference.
  public init() { self.init(minimum: 0, maximum: 0, preferred: 0) }
  /// Creates a range, with a preferred rate.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred ?? 0)
  }
  /// No preference.
  public static let `default` = CAFrameRateRange()
}

/// A delegate that is notified when an animation begins and ends: after a frame, or at `CATransaction.flush()`, on the
/// thread that renders frames. The default implementations do nothing.
public protocol CAAnimationDelegate: AnyObject {
  /// Called after the animation's first frame was displayed.
  func animationDidStart(_ anim: CAAnimation)
  /// Called when the animation has ended.
  ///
  /// - Parameter flag: false if the animation was removed or replaced before its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// An object that an animation reads from and writes to, by key path.
///
/// This protocol, ``AnimationHolder`` and ``CAAnimation/play(_:at:on:)`` are the whole interface between layers and
/// animations. To present a layer at a time, a copy of it is passed to each of its animations, in order.
protocol AnimationTarget: AnyObject {
  /// Returns false for invalid paths, and for paths that must be animated on the nested layer itself.
  func supports(_ keyPath: String) -> Bool
  /// Returns the value that the app has set; nil for no value, and for invalid paths.
  func modelValue(at keyPath: String) -> Any?
  /// Returns the value as shown by the animations so far.
  func shownValue(at keyPath: String) -> Any?
  /// Sets the shown value.
  func show(_ value: Any?, at keyPath: String)
  /// Sets the two values of an interpolation that `show(_:at:)` can only show as one of them.
  func show(_ pair: DiscreteValue.Pair, at keyPath: String)
  /// Sets a transition and its progress.
  func show(_ transition: CATransition, progress: Double)
}

/// An object that animations are added to.
protocol AnimationHolder: AnyObject {
  func add(_ anim: CAAnimation, forKey key: String?)
}

/// The base class of animations. Layers store copies, so that one animation can be added to several layers.
///
/// Any key has a value (`setValue(_:forKey:)`), which is copied: for example, a name by which a delegate identifies the
/// animation. Not thread-safe.
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

  /// The timing curve of each iteration; nil is linear.
  open var timingFunction: CAMediaTimingFunction?
  /// The delegate, which is notified of the beginning and the end. It is retained until the end.
  open var delegate: (any CAAnimationDelegate)?
  /// If true, the layer removes the animation at its end. True by default.
  open var isRemovedOnCompletion = true
  /// A hint for displays.
  open var preferredFrameRateRange = CAFrameRateRange.default

  private var values: [String: Any] = [:]

  /// Creates an animation without duration. It adopts the duration of the transaction in which it is added.
  public required override init() { super.init() }

  /// Returns a copy with the same values. Subclasses with stored properties must override it and copy them.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.copyProperties(from: self)
    return copy
  }

  func copyProperties(from other: CAAnimation) {
    (beginTime, duration, speed, timeOffset) = (other.beginTime, other.duration, other.speed, other.timeOffset)
    (repeatCount, repeatDuration, autoreverses) = (other.repeatCount, other.repeatDuration, other.autoreverses)
    (fillMode, timingFunction, delegate) = (other.fillMode, other.timingFunction, other.delegate)
    isRemovedOnCompletion = other.isRemovedOnCompletion
    preferredFrameRateRange = other.preferredFrameRateRange
    values = other.values
  }

  /// Returns the default value of a key. Override it for custom keys.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": Float(1)
    case "removedOnCompletion", "isRemovedOnCompletion": true
    case "fillMode": CAMediaTimingFillMode.removed
    default: nil
    }
  }

  /// Returns whether the value of a key is archived.
  open func shouldArchiveValue(forKey key: String) -> Bool { true }

  /// Returns the value of a property, or the stored value of any other key.
  open func value(forKey key: String) -> Any? {
    if let property = Self.property(key) { return property.get(self) }
    return values[key] ?? Self.defaultValue(forKey: key)
  }

  /// Sets a property, or stores the value of any other key; nil removes it. A value of the wrong class is ignored.
  open func setValue(_ value: Any?, forKey key: String) {
    if let property = Self.property(key) { property.set(self, value) } else { values[key] = value }
  }

  /// The properties that are accessible by key.
  class var properties: [String: AnimationProperty] { AnimationProperty.common }

  private static func property(_ key: String) -> AnimationProperty? { properties[key] }

  /// Adds the animation to the layer under the key. A property animation without a key path animates the property of
  /// that key.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? any AnimationHolder)?.add(self, forKey: event)
  }

  // MARK: Playback

  /// Returns the timing in the time of the layer or group.
  ///
  /// - Parameters:
  ///   - begin: replaces `beginTime`.
  ///   - duration: replaces `duration`.
  func timing(begin: Double? = nil, duration: Double? = nil) -> Timing {
    let map = TimeMap(begin: begin ?? beginTime, speed: Double(speed), offset: timeOffset)
    var timing = Timing(map: map, duration: duration ?? self.duration)
    (timing.repeatCount, timing.repeatDuration) = (Double(repeatCount), repeatDuration)
    timing.autoreverses = autoreverses
    timing.fillsBackwards = fillMode == .backwards || fillMode == .both
    timing.fillsForwards = fillMode == .forwards || fillMode == .both
    return timing
  }

  /// Applies the animation to a target at a time.
  ///
  /// - Returns: false if it has no effect: before its beginning and after its end, unless it fills these.
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

  /// Applies a moment, whose progress `timingFunction` has been applied to.
  func show(_ moment: Timing.Moment, on target: any AnimationTarget) {}

  /// Stores the layer's last displayed state, from which a transition starts.
  func startTransition(from previous: SceneMoment?) {}

  /// Returns the reason why the animation can have no effect; nil if it is valid.
  func problem(on target: any AnimationTarget) -> String? { nil }
}
