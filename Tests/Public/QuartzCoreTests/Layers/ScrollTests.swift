import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct ScrollTests {
  @Test func scrolling() {
    let layer = CAScrollLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.scroll(to: CGPoint(x: 3, y: 4))
    #expect(layer.bounds == CGRect(x: 3, y: 4, width: 10, height: 10))
    // By the smallest distance: it ends at the end of the bounds.
    layer.scroll(to: CGRect(x: 12, y: 0, width: 4, height: 2))
    #expect(layer.bounds.origin == CGPoint(x: 6, y: 0))
    layer.scroll(to: CGRect(x: 7, y: 1, width: 4, height: 2))
    #expect(layer.bounds.origin == CGPoint(x: 6, y: 0))
    layer.scroll(to: CGRect(x: 50, y: 60, width: 20, height: 2))
    #expect(layer.bounds.origin == CGPoint(x: 50, y: 52))
    layer.scrollMode = .horizontally
    layer.scroll(to: CGPoint.zero)
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 52))
    layer.scrollMode = CAScrollLayerScrollMode(rawValue: "sideways")
    layer.scroll(to: CGPoint(x: 9, y: 9))
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 52))
  }

  @Test func fromBelow() {
    let layer = CAScrollLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    let child = box(20, 0, 30, 10)
    layer.addSublayer(child)
    child.scroll(CGPoint(x: 5, y: 0))
    #expect(layer.bounds.origin == CGPoint(x: 25, y: 0))
    #expect(child.visibleRect == CGRect(x: 5, y: 0, width: 10, height: 10))
    child.scrollRectToVisible(CGRect(x: 20, y: 0, width: 5, height: 5))
    #expect(layer.bounds.origin == CGPoint(x: 35, y: 0))
    layer.scroll(to: CGPoint(x: 500, y: 0))
    #expect(child.visibleRect.isEmpty && CALayer().visibleRect == .zero)
  }

  @Test func scrolledContentMoves() throws {
    let layer = CAScrollLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.addSublayer(box(10, 0, 10, 10, red))
    #expect(try Shown(layer, 10, 10)[5, 5].w == 0)
    layer.scroll(to: CGPoint(x: 10, y: 0))
    #expect(try Shown(layer, 10, 10).isNear(5, 5, 1, 0, 0, 1))
  }
}
