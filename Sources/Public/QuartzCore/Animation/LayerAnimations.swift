import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// An animation that was added to a layer.
final class LayerAnimation {
  let key: String?
  let animation: CAAnimation
  /// False if the animation is invalid for the layer.
  let hasEffect: Bool
  /// The begin time, in the layer's time. If the app does not specify it, nil until the first frame.
  private(set) var begin: Double?
  private var batches: [AnimationBatch]
  private var hasStarted = false
  private(set) var isOver = false

  init(_ animation: CAAnimation, key: String?, hasEffect: Bool, batches: [AnimationBatch]) {
    (self.key, self.animation, self.hasEffect, self.batches) = (key, animation, hasEffect, batches)
    begin = animation.beginTime == 0 ? nil : animation.beginTime
  }

  /// Applies the animation.
  ///
  /// - Parameter start: the begin time of an animation that has had no frame.
  func play(at time: Double, start: Double, on target: any AnimationTarget) {
    if hasEffect { animation.play(timing(start: start), at: time, on: target) }
  }

  func timing(start: Double) -> Timing { animation.timing(begin: begin ?? start) }

  /// Sets the begin time at the animation's first frame.
  func begin(at time: Double) { if begin == nil { begin = time } }

  /// Notifies the delegate of the beginning and the end, after a frame.
  ///
  /// - Parameters:
  ///   - time: the frame's time, in the layer's time.
  ///   - delay: the delay of the layer's last replicated copy. The animation ends with that copy.
  func frameEnded(at time: Double, delay: Double) {
    let timing = timing(start: time)
    let (animation, calls) = (animation, TransactionStack.current)
    if !hasStarted, time >= timing.beginning {
      hasStarted = true
      if let delegate = animation.delegate { calls.enqueue { delegate.animationDidStart(animation) } }
    }
    if time - delay >= timing.end || !timing.isValid { end(isFinished: true) }
  }

  /// Ends the animation once, and notifies the delegate.
  func end(isFinished: Bool) {
    guard !isOver else { return }
    isOver = true
    let animation = animation
    if let delegate = animation.delegate {
      TransactionStack.current.enqueue { delegate.animationDidStop(animation, finished: isFinished) }
    }
    for batch in batches { batch.animationEnded() }
    batches = []
  }
}

/// The animations of a layer, in the order in which they are applied.
struct LayerAnimations {
  private(set) var list: [LayerAnimation] = []

  /// The keys; nil if no animation has one.
  var keys: [String]? {
    let keys = list.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  func animation(forKey key: String) -> CAAnimation? { list.first { $0.key == key }?.animation }

  /// Adds an animation; it replaces the animation of the same key.
  mutating func add(_ animation: LayerAnimation) {
    if let key = animation.key { remove(key) }
    list.append(animation)
  }

  mutating func remove(_ key: String) {
    for animation in list where animation.key == key { animation.end(isFinished: false) }
    list.removeAll { $0.key == key }
  }

  mutating func removeAll() {
    for animation in list { animation.end(isFinished: false) }
    list = []
  }

  /// - Parameter time: in the layer's time.
  mutating func frameEnded(at time: Double, delay: Double) {
    for animation in list { animation.frameEnded(at: time, delay: delay) }
    list.removeAll { $0.isOver && $0.animation.isRemovedOnCompletion }
  }
}
