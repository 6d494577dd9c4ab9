import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// An animation of a layer.
final class LayerAnimation {
  let key: String?
  let animation: CAAnimation
  /// False where it fits nothing of the layer.
  let hasEffect: Bool
  /// When it begins, in the layer's time; nil until its first frame where the app does not say.
  private(set) var begin: Double?
  private var batches: [AnimationBatch]
  private var hasStarted = false
  private(set) var isOver = false

  init(_ animation: CAAnimation, key: String?, hasEffect: Bool, batches: [AnimationBatch]) {
    (self.key, self.animation, self.hasEffect, self.batches) = (key, animation, hasEffect, batches)
    begin = animation.beginTime == 0 ? nil : animation.beginTime
  }

  /// Shows it.
  ///
  /// - Parameter start: when it begins, as long as no frame has said so.
  func play(at time: Double, start: Double, on target: any AnimationTarget) {
    if hasEffect { animation.play(timing(start: start), at: time, on: target) }
  }

  func timing(start: Double) -> Timing { animation.timing(begin: begin ?? start) }

  /// Its first frame is there.
  func begin(at time: Double) { if begin == nil { begin = time } }

  /// Tells of beginning and end after a frame at a time of the layer.
  ///
  /// - Parameter late: by how much its last copy is behind: with that it ends.
  func frameEnded(at time: Double, late: Double) {
    let timing = timing(start: time)
    let (animation, calls) = (animation, TransactionStack.current)
    if !hasStarted, time >= timing.beginning {
      hasStarted = true
      if let delegate = animation.delegate { calls.later { delegate.animationDidStart(animation) } }
    }
    if time - late >= timing.end || !timing.isKnown { end(isFinished: true) }
  }

  /// Tells of the end, once.
  func end(isFinished: Bool) {
    guard !isOver else { return }
    isOver = true
    let animation = animation
    if let delegate = animation.delegate {
      TransactionStack.current.later { delegate.animationDidStop(animation, finished: isFinished) }
    }
    for batch in batches { batch.ended() }
    batches = []
  }
}

/// The animations of a layer, in the order in which they are shown.
struct LayerAnimations {
  private(set) var list: [LayerAnimation] = []

  /// Nil where none has a key.
  var keys: [String]? {
    let keys = list.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  func animation(forKey key: String) -> CAAnimation? { list.first { $0.key == key }?.animation }

  /// One of a key takes the place of that key's.
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

  /// - Parameter time: the layer's own.
  mutating func frameEnded(at time: Double, late: Double) {
    for animation in list { animation.frameEnded(at: time, late: late) }
    list.removeAll { $0.isOver && $0.animation.isRemovedOnCompletion }
  }
}
