import AnimationMath
import Foundation
import QuartzCore
import Testing

/// Begin times, delegates and completion blocks, frame by frame.
@Suite struct AnimationFrameTests {
  private final class Listener: CAAnimationDelegate {
    var heard: [String] = []
    func animationDidStart(_ anim: CAAnimation) { heard.append("start \(anim.value(forKey: "tag") ?? "")") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      heard.append("stop \(anim.value(forKey: "tag") ?? "") \(flag)")
    }
  }

  private func animation(_ tag: String, _ listener: Listener, duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "cornerRadius")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, duration)
    animation.delegate = listener
    animation.setValue(tag, forKey: "tag")
    return animation
  }

  private func frame(_ root: CALayer, at time: Double) {
    root.beginFrame(at: time)
    root.endFrame()
  }

  @Test func timesGoThroughLayersAsMeasured() {
    let (root, mid, leaf) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(mid)
    mid.addSublayer(leaf)
    (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
    (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
    #expect(leaf.convertTime(10, from: root) == 47)
    #expect(abs(leaf.convertTime(10, to: root) - 23.0 / 6) < 1e-12)
    #expect(leaf.convertTime(10, from: nil) == 47 && root.convertTime(10, to: leaf) == 47)
    leaf.speed = 0
    #expect(leaf.convertTime(10, to: mid) == 1)
    #expect(root.duration == .infinity && root.speed == 1)
  }

  @Test func animationsBeginWithTheirFirstFrame() throws {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    #expect(layer.presentation() == nil)
    let listener = Listener()
    layer.add(animation("a", listener), forKey: "a")
    root.beginFrame(at: 100)
    #expect(layer.presentation()?.cornerRadius == 0 && listener.heard.isEmpty)
    root.endFrame()
    #expect(listener.heard == ["start a"])
    root.beginFrame(at: 100.5)
    #expect(layer.presentation()?.cornerRadius == 0.5 && layer.presentation()?.model() === layer)
    #expect(root.presentation()?.sublayers?[0].cornerRadius == 0.5)
    root.endFrame()
    #expect(root.nextFrameTime() == 100.5)
    frame(root, at: 101)
    #expect(listener.heard == ["start a", "stop a true"] && layer.animationKeys() == nil)
    #expect(root.nextFrameTime() == .infinity)
  }

  @Test func filledAnimationsNotifyTheirEndOnce() {
    let (root, listener) = (CALayer(), Listener())
    let kept = animation("kept", listener)
    (kept.isRemovedOnCompletion, kept.fillMode) = (false, .forwards)
    root.add(kept, forKey: "kept")
    for time in [0.0, 0.5, 1, 2, 3] { frame(root, at: 10 + time) }
    #expect(listener.heard == ["start kept", "stop kept true"] && root.animationKeys() == ["kept"])
    #expect(root.presentation()?.cornerRadius == 1 && root.nextFrameTime() == .infinity)
    root.removeAnimation(forKey: "kept")
    frame(root, at: 14)
    #expect(listener.heard.count == 2 && root.presentation()?.cornerRadius == 0)
  }

  @Test func presentationCopiesHaveTheirSuperlayer() throws {
    let (root, middle, leaf) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    root.add(animation("a", Listener()), forKey: nil)
    #expect(leaf.presentation() == nil)
    frame(root, at: 10)
    frame(root, at: 10.25)
    let copy = try #require(leaf.presentation())
    #expect(copy.superlayer?.model() === middle && copy.superlayer?.superlayer?.model() === root)
    #expect(copy.superlayer?.superlayer?.cornerRadius == root.presentation()?.cornerRadius)
    #expect(root.presentation()?.cornerRadius != 0 && root.presentation()?.superlayer == nil)
    let whole = try #require(root.presentation())
    #expect(whole.sublayers?.first?.superlayer === whole)
  }

  @Test func delayedCopiesOfReplicatorsEndLast() throws {
    let (root, listener) = (CAReplicatorLayer(), Listener())
    let dot = CALayer()
    root.addSublayer(dot)
    (root.instanceCount, root.instanceDelay) = (3, 0.5)
    dot.add(animation("dot", listener), forKey: "dot")
    for time in [0, 1.5, 1.9] {
      frame(root, at: 10 + time)
      #expect(dot.animationKeys() == ["dot"] && root.nextFrameTime() == 10 + time)
    }
    frame(root, at: 12)
    #expect(dot.animationKeys() == nil && root.nextFrameTime() == .infinity)
    #expect(listener.heard == ["start dot", "stop dot true"])
  }

  @Test func removedOrReplacedAnimationsDidNotFinish() {
    let (root, listener) = (CALayer(), Listener())
    root.add(animation("a", listener), forKey: "k")
    frame(root, at: 5)
    root.add(animation("b", listener), forKey: "k")
    frame(root, at: 5.1)
    #expect(listener.heard == ["start a", "stop a false", "start b"])
    root.removeAllAnimations()
    CATransaction.flush()
    #expect(listener.heard.last == "stop b false")
  }

  @Test func beginTimesAreInTheLayersTime() {
    let (root, layer, listener) = (CALayer(), CALayer(), Listener())
    root.addSublayer(layer)
    (layer.beginTime, layer.speed) = (100, 2)
    let late = animation("late", listener)
    late.beginTime = 3
    layer.add(late, forKey: "late")
    frame(root, at: 100)
    #expect(listener.heard.isEmpty && root.nextFrameTime() == 101.5)
    frame(root, at: 101.75)
    #expect(listener.heard == ["start late"] && layer.presentation()?.cornerRadius == 0.5)
    frame(root, at: 102)
    #expect(listener.heard == ["start late", "stop late true"])
  }

  @Test func aPausedLayerShowsItsTime() {
    let (root, layer, listener) = (CALayer(), CALayer(), Listener())
    root.addSublayer(layer)
    layer.add(animation("a", listener), forKey: "a")
    frame(root, at: 10)
    (layer.timeOffset, layer.speed) = (10.25, 0)
    frame(root, at: 50)
    #expect(layer.presentation()?.cornerRadius == 0.25 && layer.animationKeys() == ["a"])
    (layer.speed, layer.timeOffset, layer.beginTime) = (1, 10.25, 60)
    frame(root, at: 60.5)
    #expect(layer.presentation()?.cornerRadius == 0.75)
  }

  @Test func blocksAreCalledAfterTheLastAnimation() {
    let (root, listener) = (CALayer(), Listener())
    var heard: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { heard.append("none") }
    CATransaction.commit()
    #expect(heard == ["none"])
    CATransaction.begin()
    CATransaction.setCompletionBlock { heard.append("both") }
    root.add(animation("a", listener, duration: 1), forKey: "a")
    CATransaction.begin()
    CATransaction.setCompletionBlock { heard.append("inner") }
    root.add(animation("b", listener, duration: 2), forKey: "b")
    CATransaction.commit()
    CATransaction.commit()
    #expect(heard == ["none"])
    for time in [0.0, 1, 1.5] { frame(root, at: 20 + time) }
    #expect(heard == ["none"])
    frame(root, at: 22)
    #expect(heard.sorted() == ["both", "inner", "none"])
    frame(root, at: 23)
    #expect(heard.count == 3)
    // A removed animation has ended, too.
    CATransaction.begin()
    CATransaction.setCompletionBlock { heard.append("removed") }
    root.add(animation("c", listener), forKey: "c")
    CATransaction.commit()
    root.removeAnimation(forKey: "c")
    CATransaction.flush()
    #expect(heard.last == "removed")
  }

  @Test func deepTreesHaveFrames() {
    // From the innermost layer outwards, as adding checks the ancestors for cycles.
    let leaf = CALayer()
    var root = leaf
    for _ in 0..<10_000 {
      let next = CALayer()
      next.addSublayer(root)
      root = next
    }
    let listener = Listener()
    leaf.add(animation("deep", listener), forKey: nil)
    frame(root, at: 1)
    frame(root, at: 2)
    #expect(listener.heard == ["start deep", "stop deep true"])
    #expect(root.presentation() != nil)
  }
}
