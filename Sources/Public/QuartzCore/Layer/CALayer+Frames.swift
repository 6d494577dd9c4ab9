import AnimationMath
import Foundation

/// The frames of a layer tree.
///
/// A layer has `animations`, applies them to a copy (`presented(at:start:)`), which a frame captures, and starts them
/// in `changeWithAction`, which `change` calls. No other code of the layer depends on time.
///
/// For each frame of a root layer, the renderer calls `beginFrame`, creates the image, and calls `endFrame`.
extension CALayer {
  /// Commits all changes, and begins the animations that have had no frame.
  ///
  /// - Parameter time: seconds of the clock, the time of the root's superspace.
  package func beginFrame(at time: Double) {
    TransactionStack.current.commitImplicit()
    frameTime = time
    forEachLayer(at: time) { layer, local, _ in
      layer.wasCommitted = true
      for animation in layer.animations.list { animation.begin(at: local) }
    }
  }

  /// Ends the animations that are over, and calls delegates and completion blocks.
  package func endFrame() {
    if let frameTime { forEachLayer(at: frameTime) { $0.animations.frameEnded(at: $1, delay: $2) } }
    TransactionStack.current.deliver()
  }

  /// Ends the series of frames: from here on, changes start no implicit animations.
  package func endFrames() { frameTime = nil }

  /// Returns the time of the next change: that of the last frame while an animation runs, otherwise the beginning of
  /// the next animation; ∞ if there is none.
  package func nextFrameTime() -> Double {
    guard let frameTime else { return -.infinity }
    var next = Double.infinity
    forEachLayer(at: frameTime) { layer, local, delay in
      for animation in layer.animations.list where !animation.isOver && animation.hasEffect {
        let timing = animation.timing(start: local)
        // Delayed copies still move after the layer itself has reached its end.
        if delay > 0, local >= timing.beginning, timing.phase(at: local - delay) != .after {
          next = frameTime
          continue
        }
        switch timing.phase(at: local) {
        case .active: next = frameTime
        case .before, .after:
          guard timing.beginning > local, timing.beginning < .infinity else { continue }
          next = min(next, max(layer.convertTime(timing.beginning, to: nil), frameTime))
        }
      }
    }
    return next
  }

  /// Calls `body` for each layer of the tree, with its local time and the delay of its last replicated copy. Iterative,
  /// as trees may be deep.
  private func forEachLayer(at time: Double, _ body: (CALayer, _ local: Double, _ delay: Double) -> Void) {
    var pending = [(self, timeMap.local(time), 0.0)]
    while let (layer, local, delay) = pending.popLast() {
      body(layer, local, delay)
      func append(_ child: CALayer, _ delay: Double) {
        pending.append((child, child.timeMap.local(local), max(delay * Double(child.speed), 0)))
      }
      for child in layer.children { append(child, delay + layer.maximumDelay) }
      if let mask = layer.maskLayer { append(mask, delay) }
    }
  }
}
