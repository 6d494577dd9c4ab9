import CoreGraphics
import CoreImage
import LayerViews
import QuartzCore

/// A triangle, and how often it was drawn.
@MainActor package final class TriangleView: LayerView {
  package private(set) var drawCount = 0

  package override func draw(_ dirtyRect: CGRect) {
    drawCount += 1
    guard let context = currentContext else { return }
    context.setFillColor(CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1))
    context.move(to: CGPoint(x: 2, y: 2))
    context.addLine(to: CGPoint(x: 30, y: 2))
    context.addLine(to: CGPoint(x: 2, y: 22))
    context.fillPath()
  }
}

/// Rows from the top.
@MainActor package final class RowsView: LayerView {
  package override var isFlipped: Bool { true }
  // NSView's way; wins over layerClass when both are overridden.
  package override func makeBackingLayer() -> CALayer { CAScrollLayer() }
}

/// The guide's listing 2-1: the class of a backed view's layer.
@MainActor package final class SceneView: LayerView {
  package override class var layerClass: CALayer.Type { CAVulkanLayer.self }
}

/// A delegate that accepts each scale and records it.
package final class ScaleTaker: LayerContentsScaleDelegate {
  package private(set) var scales: [CGFloat] = []

  package init() {}

  package func layer(_ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: LayerWindow) -> Bool {
    scales.append(newScale)
    return newScale < 3
  }
}

/// The views of the window of tests.
@MainActor package struct Scene {
  package let content: LayerView
  package let triangle: TriangleView
  package let hosting: LayerView
  package let hosted: CALayer
  package let taker = ScaleTaker()

  package init(width: Int, height: Int) {
    content = LayerView(frame: CGRect(x: 0, y: 0, width: width, height: height))
    triangle = TriangleView(frame: CGRect(x: 10, y: 10, width: 40, height: 30))
    hosted = CALayer()
    hosting = LayerView(frame: CGRect(x: 60, y: 8, width: 40, height: 30))
    (hosted.backgroundColor, hosted.cornerRadius) = (CGColor(srgbRed: 0.1, green: 0.5, blue: 0.3, alpha: 1), 6)
    let dot = CALayer()
    dot.frame = CGRect(x: 4, y: 4, width: 10, height: 10)
    dot.backgroundColor = CGColor(srgbRed: 1, green: 0.9, blue: 0, alpha: 1)
    hosted.addSublayer(dot)
    hosted.delegate = taker
    // 2-2: giving a layer makes the view host it.
    hosting.wantsLayer = true
    hosting.layer = hosted
    let rows = RowsView(frame: CGRect(x: 10, y: 44, width: 60, height: 30))
    for row in 0..<2 {
      let view = TriangleView(frame: CGRect(x: 4 * row, y: 14 * row, width: 40, height: 14))
      rows.addSubview(view)
    }
    for view in [triangle, hosting, rows] { content.addSubview(view) }
  }
}
