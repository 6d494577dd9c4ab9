import Foundation
import QuartzCore
import Testing

/// Values that were measured on Core Animation, and values computed by hand.
@Suite struct GeometryTests {
  func layer(_ bounds: CGRect, at position: CGPoint = .zero) -> CALayer {
    let layer = CALayer()
    (layer.bounds, layer.position) = (bounds, position)
    return layer
  }

  @Test func pointsOfALayerInItsSuperlayer() {
    let parent = layer(CGRect(x: 0, y: 0, width: 200, height: 200))
    let child = layer(CGRect(x: 0, y: 0, width: 50, height: 50), at: CGPoint(x: 100, y: 50))
    parent.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 75, y: 25))
    #expect(parent.convert(CGPoint(x: 75, y: 25), to: child) == .zero)
    #expect(child.convert(CGPoint(x: 75, y: 25), from: parent) == .zero)

    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 2)
    child.transform = CATransform3DMakeTranslation(5, 6, 0)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 60, y: -38))
    // The origin of the superlayer's bounds has no effect on the frame.
    parent.sublayerTransform = CATransform3DIdentity
    parent.bounds.origin = CGPoint(x: 33, y: 44)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 80, y: 31))
  }

  @Test func frames() {
    let scaled = CALayer()
    scaled.transform = CATransform3DMakeScale(2, 4, 1)
    scaled.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(scaled.bounds == CGRect(x: 0, y: 0, width: 50, height: 12.5))
    #expect(scaled.position == CGPoint(x: 60, y: 45))
    #expect(scaled.frame == CGRect(x: 10, y: 20, width: 100, height: 50))

    let moved = CALayer()
    moved.transform = CATransform3DMakeTranslation(10, 20, 0)
    moved.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(moved.position == CGPoint(x: 50, y: 25))

    let turned = layer(CGRect(x: 0, y: 0, width: 10, height: 20), at: CGPoint(x: 5, y: 5))
    turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(turned.frame == CGRect(x: -5, y: 0, width: 20, height: 10))
  }

  @Test func negativeSizesAreStandardized() {
    let layer = layer(CGRect(x: 0, y: 0, width: -100, height: -50))
    #expect(layer.bounds == CGRect(x: -100, y: -50, width: 100, height: 50))
    layer.anchorPoint = CGPoint(x: 3, y: -2)
    #expect(layer.anchorPoint == CGPoint(x: 3, y: -2))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func invalidPositionsAreRejected(_ value: Double) {
    let layer = layer(CGRect(x: 0, y: 0, width: 4, height: 4), at: CGPoint(x: 1, y: 2))
    layer.bounds = CGRect(x: 0, y: 0, width: CGFloat(value), height: 3)
    layer.position = CGPoint(x: CGFloat(value), y: 3)
    layer.transform = CATransform3DMakeScale(CGFloat(value), 1, 1)
    layer.zPosition = CGFloat(value)
    layer.opacity = Float(value)
    layer.frame = CGRect(x: CGFloat(value), y: 0, width: 1, height: 1)
    layer.setValue(value, forKeyPath: "position.y")
    #expect(layer.bounds.size == CGSize(width: 4, height: 4) && layer.position == CGPoint(x: 1, y: 2))
    #expect(CATransform3DIsIdentity(layer.transform) && layer.zPosition == 0 && layer.opacity == 1)
  }

  @Test func affineTransforms() {
    let layer = CALayer()
    let map = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    layer.setAffineTransform(map)
    #expect(layer.affineTransform() == map)
    layer.transform.m33 = 2
    #expect(layer.affineTransform() == .identity)
  }

  @Test func flippedLayersMirrorTheirSublayers() {
    let parent = layer(CGRect(x: 0, y: 10, width: 100, height: 100))
    let child = layer(CGRect(x: 0, y: 0, width: 20, height: 20), at: CGPoint(x: 50, y: 30))
    parent.addSublayer(child)
    parent.isGeometryFlipped = true
    // y 20 in the child's superlayer, mirrored between 10 and 110.
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 40, y: 100))
    #expect(parent.contentsAreFlipped() && child.contentsAreFlipped())
    child.isGeometryFlipped = true
    #expect(!child.contentsAreFlipped())
  }

  @Test func treesAsideShareTheSpaceOfTheirRoots() {
    let a = layer(CGRect(x: 0, y: 0, width: 10, height: 10), at: CGPoint(x: 105, y: 5))
    let b = layer(CGRect(x: 0, y: 0, width: 10, height: 10), at: CGPoint(x: 5, y: 5))
    #expect(a.convert(CGPoint(x: 1, y: 1), to: b) == CGPoint(x: 101, y: 1))
    #expect(a.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 101, y: 1))
    #expect(a.convert(CGPoint(x: 101, y: 1), from: nil) == CGPoint(x: 1, y: 1))
    #expect(a.convert(CGRect(x: 0, y: 0, width: 2, height: 3), to: b) == CGRect(x: 100, y: 0, width: 2, height: 3))
  }

  /// A layer rotated about its vertical axis is found along the line of sight.
  @Test func pointsInDepth() {
    let parent = layer(CGRect(x: 0, y: 0, width: 200, height: 200))
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 400
    parent.sublayerTransform = eye
    let child = layer(CGRect(x: 0, y: 0, width: 100, height: 100), at: CGPoint(x: 100, y: 100))
    child.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    parent.addSublayer(child)
    let place = child.convert(CGPoint(x: 100, y: 50), to: parent)
    // The right edge lies 50 cos 60° to the right and 50 sin 60° behind the plane: 25 / (1 + 43.3 / 400).
    let expected = 100 + 25 / (1 + 50 * sin(Double.pi / 3) / 400)
    #expect(abs(Double(place.x) - expected) < 1e-9 && abs(place.y - 100) < 1e-9)
    let back = child.convert(place, from: parent)
    #expect(abs(back.x - 100) < 1e-9 && abs(back.y - 50) < 1e-9)
  }

  @Test func containing() {
    let layer = layer(CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(layer.contains(CGPoint(x: 1, y: 2)) && !layer.contains(CGPoint(x: 4, y: 2)))
    #expect(!layer.contains(CGPoint(x: 1, y: 6)) && !layer.contains(CGPoint(x: CGFloat.nan, y: 3)))
  }

  @Test func hits() {
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), at: CGPoint(x: 50, y: 50))
    let back = layer(CGRect(x: 0, y: 0, width: 20, height: 20), at: CGPoint(x: 10, y: 10))
    let front = layer(CGRect(x: 0, y: 0, width: 20, height: 20), at: CGPoint(x: 20, y: 10))
    let outside = layer(CGRect(x: 0, y: 0, width: 20, height: 20), at: CGPoint(x: 150, y: 10))
    root.sublayers = [back, front, outside]
    #expect(root.hitTest(CGPoint(x: 15, y: 10)) === front)
    back.zPosition = 1
    #expect(root.hitTest(CGPoint(x: 15, y: 10)) === back)
    back.isHidden = true
    #expect(root.hitTest(CGPoint(x: 15, y: 10)) === front && root.hitTest(CGPoint(x: 5, y: 10)) === root)
    #expect(root.hitTest(CGPoint(x: 150, y: 10)) === outside)
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 150, y: 10)) == nil && root.hitTest(CGPoint(x: -1, y: 0)) == nil)
    front.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 15, y: 10)) === front)
    front.isDoubleSided = false
    #expect(root.hitTest(CGPoint(x: 15, y: 10)) === root)
    root.opacity = 0
    #expect(root.hitTest(CGPoint(x: 15, y: 10)) === root)
  }

  @Test func transformLayersAreNotHit() {
    let space = CATransformLayer()
    space.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let child = layer(CGRect(x: 0, y: 0, width: 10, height: 10), at: CGPoint(x: 0, y: 0))
    space.addSublayer(child)
    space.position = CGPoint(x: 50, y: 50)
    #expect(space.hitTest(CGPoint(x: 2, y: 2)) === child && space.hitTest(CGPoint(x: 40, y: 40)) == nil)
  }

  /// A layer is hit if it is drawn: a flipped geometry does not show the back.
  @Test func oneSidedLayersAreHitUnderFlippedOnes() {
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 100), at: CGPoint(x: 50, y: 50))
    let child = layer(CGRect(x: 0, y: 0, width: 20, height: 20), at: CGPoint(x: 20, y: 80))
    let inner = layer(CGRect(x: 0, y: 0, width: 10, height: 10), at: CGPoint(x: 10, y: 10))
    root.addSublayer(child)
    child.addSublayer(inner)
    root.isGeometryFlipped = true
    for one in [child, inner] { one.isDoubleSided = false }
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === inner && root.hitTest(CGPoint(x: 12, y: 20)) === child)
    #expect(child.hitTest(CGPoint(x: 20, y: 20)) === inner)
    child.isGeometryFlipped = true
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === inner)
    child.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === root)
    child.isDoubleSided = true
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === child)
    inner.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === inner)
  }
}
