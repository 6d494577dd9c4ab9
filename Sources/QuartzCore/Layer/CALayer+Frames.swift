import Foundation
import LayerTime

/// How a layer and time are joined: a layer holds `animations`, plays them on a copy (`presented(at:start:)`), which a
/// frame captures, and starts them itself where `change` passes through `changeWithAction`. Nothing else of the layer
/// knows of time.
///
/// Frames of a tree, as whoever shows it makes them: `beginFrame`, the picture, `endFrame`. The layer is a root.
extension CALayer {
  /// Commits what has changed, and begins the animations that have had no frame yet.
  ///
  /// - Parameter time: seconds of the clock, which is the root's superspace.
  package func beginFrame(at time: Double) {
    TransactionStack.current.commitImplicit()
    frameTime = time
    forEachLayer(at: time) { layer, local in
      layer.wasCommitted = true
      for animation in layer.animations.list { animation.begin(at: local) }
    }
  }

  /// Ends animations that are over, and tells delegates and completion blocks.
  package func endFrame() {
    if let frameTime { forEachLayer(at: frameTime) { $0.animations.frameEnded(at: $1) } }
    TransactionStack.current.deliver()
  }

  /// No more frames of this tree: from here on changes do not animate by themselves.
  package func endFrames() { frameTime = nil }

  /// When there is something new to show: the time of the last frame while anything moves, else when the next animation
  /// begins; ∞ when none does.
  package func nextFrameTime() -> Double {
    guard let frameTime else { return -.infinity }
    var next = Double.infinity
    forEachLayer(at: frameTime) { layer, local in
      for animation in layer.animations.list where !animation.isOver && animation.hasEffect {
        let timing = animation.timing(start: local)
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

  /// Each layer of the tree with its own time; a list of what is left, as trees may be deep.
  private func forEachLayer(at time: Double, _ body: (CALayer, Double) -> Void) {
    var waiting = [(self, timeMap.local(time))]
    while let (layer, local) = waiting.popLast() {
      body(layer, local)
      for below in layer.children + (layer.maskLayer.map { [$0] } ?? []) {
        waiting.append((below, below.timeMap.local(local)))
      }
    }
  }
}
