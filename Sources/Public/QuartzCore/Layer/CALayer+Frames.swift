import AnimationMath
import Foundation

/// How a layer and time are joined: a layer holds `animations`, plays them on a copy (`presented(at:start:)`), which a
/// frame captures, and starts them itself where `change` passes through `changeWithAction`. Nothing else of the layer
/// knows of time.
///
/// Frames of a tree, as whoever shows it makes them: `beginFrame`, the image, `endFrame`. The layer is a root.
extension CALayer {
  /// Commits what has changed, and begins the animations that have had no frame yet.
  ///
  /// - Parameter time: seconds of the clock, which is the root's superspace.
  package func beginFrame(at time: Double) {
    TransactionStack.current.commitImplicit()
    frameTime = time
    forEachLayer(at: time) { layer, local, _ in
      layer.wasCommitted = true
      for animation in layer.animations.list { animation.begin(at: local) }
    }
  }

  /// Ends animations that are over, and tells delegates and completion blocks.
  package func endFrame() {
    if let frameTime { forEachLayer(at: frameTime) { $0.animations.frameEnded(at: $1, late: $2) } }
    TransactionStack.current.deliver()
  }

  /// No more frames of this tree: from here on changes do not animate by themselves.
  package func endFrames() { frameTime = nil }

  /// When there is something new to show: the time of the last frame while anything moves, else when the next animation
  /// begins; ∞ when none does.
  package func nextFrameTime() -> Double {
    guard let frameTime else { return -.infinity }
    var next = Double.infinity
    forEachLayer(at: frameTime) { layer, local, late in
      for animation in layer.animations.list where !animation.isOver && animation.hasEffect {
        let timing = animation.timing(start: local)
        // Copies that are behind still move when the layer itself has come to the end.
        if late > 0, local >= timing.beginning, timing.phase(at: local - late) != .after {
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

  /// Each layer of the tree with its own time, and by how much of that its last copy is behind; a list of what is left,
  /// as trees may be deep.
  private func forEachLayer(at time: Double, _ body: (CALayer, _ local: Double, _ late: Double) -> Void) {
    var waiting = [(self, timeMap.local(time), 0.0)]
    while let (layer, local, late) = waiting.popLast() {
      body(layer, local, late)
      func append(_ below: CALayer, _ late: Double) {
        waiting.append((below, below.timeMap.local(local), max(late * Double(below.speed), 0)))
      }
      for below in layer.children { append(below, late + layer.lastDelay) }
      if let mask = layer.maskLayer { append(mask, late) }
    }
  }
}
