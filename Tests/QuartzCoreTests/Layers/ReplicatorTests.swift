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
}
