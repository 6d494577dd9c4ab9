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

  @Test func copiesAreBehind() throws {
    let layer = moving(3, delay: 0.5)
    // After three quarters of a turn: there, after a quarter, not yet on the way.
    let shown = try Shown(layer, 40, 16, at: 0.75)
    #expect(shown[1, 9] == [1, 1, 1, 1] && shown[1, 5].w == 0)
    #expect(shown[11, 5] == [1, 1, 1, 1] && shown[11, 1].w == 0 && shown[11, 6].w == 0)
    #expect(shown[21, 3] == [1, 1, 1, 1] && shown[21, 4].w == 0)
    // Ahead.
    layer.instanceDelay = -0.25
    #expect(try Shown(layer, 40, 16, at: 0.25)[11, 7] == [1, 1, 1, 1])
    // In one another: one and a half by the inner, a half by the outer.
    let outer = CAReplicatorLayer()
    outer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    outer.addSublayer(moving(2, delay: 0.25))
    (outer.instanceCount, outer.instanceDelay) = (2, 0.25)
    outer.instanceTransform = CATransform3DMakeTranslation(0, 20, 0)
    let four = try Shown(outer, 40, 40, at: 0.5)
    #expect(four[1, 7].w == 1 && four[11, 5].w == 1 && four[1, 25].w == 1 && four[11, 23].w == 1)
    #expect(four[1, 8].w == 0 && four[11, 6].w == 0 && four[1, 26].w == 0 && four[11, 24].w == 0)
  }

  @Test func tooManyCopiesAreNotBehind() {
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
