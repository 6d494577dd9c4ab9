import AnimationMath
import Foundation
import QuartzCore
import Testing

/// Compares images of animated layers with images of static layers in the same state.
@Suite struct AnimatedImageTests {
  private func tree(_ position: CGPoint, radius: Double? = nil) -> (root: CALayer, box: CALayer) {
    let (root, box) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    box.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    box.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    box.position = position
    if let radius, let blur = CIFilter(name: "CIGaussianBlur") {
      blur.name = "blur"
      blur.setValue(radius, forKey: "inputRadius")
      box.filters = [blur]
    }
    root.addSublayer(box)
    return (root, box)
  }

  private func moving(_ path: String, from: Any, to: Any) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
    return animation
  }

  @Test func anAnimatedTreeMatchesTheStaticTree() {
    let (root, box) = tree(CGPoint(x: 5, y: 5))
    box.add(moving("position", from: CGPoint.zero, to: CGPoint(x: 40, y: 20)), forKey: nil)
    #expect(CIImage(layer: root, at: 1) == CIImage(layer: tree(CGPoint(x: 20, y: 10)).root))
    #expect(CIImage(layer: root, at: 1) == CIImage(layer: root, at: 1))
    #expect(CIImage(layer: root, at: 3) == CIImage(layer: tree(CGPoint(x: 5, y: 5)).root))
    #expect(box.position == CGPoint(x: 5, y: 5))
    // At half the speed, and later.
    (root.speed, root.beginTime) = (0.5, 10)
    #expect(CIImage(layer: root, at: 12) == CIImage(layer: tree(CGPoint(x: 20, y: 10)).root))
  }

  @Test func filtersMoveByTheirNames() {
    let (root, box) = tree(CGPoint(x: 20, y: 20), radius: 1)
    box.add(moving("filters.blur.inputRadius", from: 0, to: 8), forKey: nil)
    #expect(CIImage(layer: root, at: 1) == CIImage(layer: tree(CGPoint(x: 20, y: 20), radius: 4).root))
    #expect(CIImage(layer: root, at: 5) == CIImage(layer: tree(CGPoint(x: 20, y: 20), radius: 1).root))
    #expect(CIImage(layer: root, at: 1) != CIImage(layer: root, at: 1.5))
  }

  @Test func depthIsThatOfTheMoment() {
    let (root, box) = tree(CGPoint(x: 20, y: 20))
    let other = CALayer()
    (other.bounds, other.position) = (box.bounds, box.position)
    other.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    root.addSublayer(other)
    let plain = CIImage(layer: root)
    box.add(moving("zPosition", from: 1, to: 1), forKey: nil)
    #expect(CIImage(layer: root, at: 1) != plain && CIImage(layer: root, at: 3) == plain)
  }

  @Test func aRendererBeginsWhatWasAdded() {
    let (root, box) = tree(CGPoint(x: 5, y: 5))
    let renderer = CARenderer(context: CIContext())
    renderer.layer = root
    renderer.beginFrame(atTime: 100, timeStamp: nil)
    renderer.endFrame()
    #expect(renderer.nextFrameTime() == .infinity && box.animationKeys() == nil)
    box.position = CGPoint(x: 25, y: 5)
    #expect(box.animationKeys() == ["position"])
    renderer.beginFrame(atTime: 200, timeStamp: nil)
    #expect(box.presentation()?.position == CGPoint(x: 5, y: 5) && renderer.nextFrameTime() == 200)
    renderer.endFrame()
    renderer.beginFrame(atTime: 200.25, timeStamp: nil)
    renderer.endFrame()
    #expect(box.animationKeys() == nil && renderer.nextFrameTime() == .infinity)
    renderer.layer = nil
    box.position = .zero
    #expect(box.animationKeys() == nil)
  }
}
