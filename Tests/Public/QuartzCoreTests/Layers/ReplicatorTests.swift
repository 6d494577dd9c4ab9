import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct ReplicatorTests {
  @Test func copiesAreMovedAndColoured() throws {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 4)
    layer.addSublayer(box(0, 0, 4, 4, white))
    #expect(layer.instanceCount == 1)
    layer.instanceCount = 4
    layer.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
    layer.instanceColor = rgb(1, 0.5, 1, 0.5)
    layer.instanceRedOffset = -0.25
    layer.instanceAlphaOffset = 0.5
    let shown = try Shown(layer, 40, 4)
    #expect(shown.isNear(1, 1, 0.5, 0.25, 0.5, 0.5) && shown.isNear(11, 1, 0.75, 0.5, 1, 1))
    #expect(shown.isNear(31, 1, 0.25, 0.5, 1, 1) && shown[6, 1].w == 0)
    layer.instanceCount = 0
    #expect(try Shown(layer, 40, 4)[1, 1].w == 0)
    layer.instanceCount = -5
    #expect(try Shown(layer, 40, 4)[1, 1].w == 0)
  }

  @Test func aboutTheMiddleOfTheBounds() throws {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.addSublayer(box(16, 8, 4, 4, red))
    layer.instanceCount = 4
    layer.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let shown = try Shown(layer, 20, 20)
    for (x, y) in [(18, 10), (10, 18), (1, 10), (10, 1)] { #expect(shown.isNear(x, y, 1, 0, 0, 1), "\(x) \(y)") }
  }

  @Test func copiesInDepthHideThoseThatAreFarther() throws {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.addSublayer(box(4, 4, 12, 12, white))
    (layer.instanceCount, layer.instanceRedOffset) = (2, -1)
    // The second copy is behind the first one, and two points to the right.
    layer.instanceTransform = CATransform3DMakeTranslation(2, 0, -10)
    let root = box(0, 0, 20, 20, nil, [layer])
    var shown = try Shown(root, 20, 20)
    #expect(shown.isNear(10, 10, 0, 1, 1, 1) && shown.isNear(17, 10, 0, 1, 1, 1) && shown.isNear(5, 10, 1, 1, 1, 1))
    layer.preservesDepth = true
    shown = try Shown(root, 20, 20)
    #expect(shown.isNear(10, 10, 1, 1, 1, 1) && shown.isNear(17, 10, 0, 1, 1, 1) && shown[2, 2].w == 0)
    // With another layer between them, in the shared space.
    let space = CATransformLayer()
    space.frame = root.bounds
    let between = box(0, 0, 20, 20, red)
    between.zPosition = -5
    space.sublayers = [layer, between]
    root.sublayers = [space]
    shown = try Shown(root, 20, 20)
    #expect(shown.isNear(10, 10, 1, 1, 1, 1) && shown.isNear(17, 10, 1, 0, 0, 1))
    // Rotated about an axis in the plane, each copy has its own perspective.
    root.sublayers = [layer]
    layer.instanceTransform = CATransform3DMakeTranslation(0, 0, -40)
    layer.instanceRedOffset = 0
    layer.sublayers?[0].backgroundColor = rgb(1, 1, 1, 0.5)
    root.sublayerTransform.m34 = -1 / 40
    shown = try Shown(root, 20, 20)
    // At twice the distance it is half as large, so that its edge is at 7.
    #expect(shown.isNear(5, 10, 0.5, 0.5, 0.5, 0.5) && shown.isNear(10, 10, 0.75, 0.75, 0.75, 0.75))
  }

  private func moving(_ count: Int, delay: Double) -> CAReplicatorLayer {
    let layer = CAReplicatorLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 16)
    let dot = box(0, 0, 4, 4, white)
    let move = CABasicAnimation(keyPath: "position.y")
    (move.fromValue, move.toValue, move.duration) = (2, 10, 1)
    dot.add(move, forKey: nil)
    layer.addSublayer(dot)
    (layer.instanceCount, layer.instanceDelay) = (count, delay)
    layer.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
    return layer
  }

  @Test func copiesAreDelayed() throws {
    let layer = moving(3, delay: 0.5)
    // Three quarters of an iteration: the copies are at 3/4, at 1/4, and not yet started.
    let shown = try Shown(layer, 40, 16, at: 0.75)
    #expect(shown[1, 9] == [1, 1, 1, 1] && shown[1, 5].w == 0)
    #expect(shown[11, 5] == [1, 1, 1, 1] && shown[11, 1].w == 0 && shown[11, 6].w == 0)
    #expect(shown[21, 3] == [1, 1, 1, 1] && shown[21, 4].w == 0)
    // A negative delay.
    layer.instanceDelay = -0.25
    #expect(try Shown(layer, 40, 16, at: 0.25)[11, 7] == [1, 1, 1, 1])
    // Nested replicators: a delay of one and a half by the inner, and a half by the outer one.
    let outer = CAReplicatorLayer()
    outer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    outer.addSublayer(moving(2, delay: 0.25))
    (outer.instanceCount, outer.instanceDelay) = (2, 0.25)
    outer.instanceTransform = CATransform3DMakeTranslation(0, 20, 0)
    let four = try Shown(outer, 40, 40, at: 0.5)
    #expect(four[1, 7].w == 1 && four[11, 5].w == 1 && four[1, 25].w == 1 && four[11, 23].w == 1)
    #expect(four[1, 8].w == 0 && four[11, 6].w == 0 && four[1, 26].w == 0 && four[11, 24].w == 0)
  }

  @Test func tooManyCopiesAreNotDelayed() {
    func crowd(delay: Double) -> CALayer {
      let layer = moving(1000, delay: delay)
      layer.sublayers?[0].isHidden = true
      layer.sublayers?[0].sublayers = (0..<150).map { _ in CALayer() }
      layer.addSublayer(moving(1, delay: 0))
      return layer
    }
    #expect(CIImage(layer: crowd(delay: 0.1), at: 0.5) == CIImage(layer: crowd(delay: 0), at: 0.5))
  }
}
