import LayerViews
import QuartzCore

// Views OUT.png [--window]: views and their layers, as in the guide "Setting Up Layer Objects": a view that selects the
// class of its layer, one that creates it, and one that hosts a layer of the app. Renders to an image without a
// display, or shows a window until it is closed.

let arguments = Array(CommandLine.arguments.dropFirst())
guard let file = arguments.first else { fatalError("usage: Views OUT.png [--window]") }

/// 2-1, as in UIKit's views: called once, before the view is shown.
final class DialView: LayerView {
  override class var layerClass: CALayer.Type { CAGradientLayer.self }

  override func layout() {
    guard let gradient = layer as? CAGradientLayer else { return }
    gradient.type = .conic
    (gradient.startPoint, gradient.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 1))
    gradient.colors = [(1, 0.3, 0.3), (1, 0.9, 0.3), (0.3, 0.7, 1), (1, 0.3, 0.3)].map {
      CGColor(srgbRed: $0, green: $1, blue: $2, alpha: 1)
    }
    (gradient.cornerRadius, gradient.borderWidth) = (gradient.bounds.width / 2, 4)
    gradient.borderColor = CGColor(gray: 1, alpha: 1)
  }
}

/// As in AppKit's views, with precedence over `layerClass`: the view clips the content of its scroll layer.
final class RowsView: LayerView {
  override func makeBackingLayer() -> CALayer {
    let scroller = CAScrollLayer()
    scroller.masksToBounds = true
    for row in 0..<12 {
      let text = CATextLayer()
      (text.string, text.fontSize, text.font) = ("row \(row)", 16, "DejaVuSans" as NSString)
      text.foregroundColor = CGColor(gray: 0.2, alpha: 1)
      text.frame = CGRect(x: 10, y: 24 * CGFloat(row), width: 120, height: 22)
      text.contentsScale = 2
      scroller.addSublayer(text)
    }
    scroller.scroll(to: CGPoint(x: 0, y: 84))
    return scroller
  }
}

/// A view that draws; its layer stores the drawing.
final class LabelView: LayerView {
  override func draw(_ dirtyRect: CGRect) {
    guard let context = currentContext else { return }
    context.setFillColor(CGColor(srgbRed: 0.2, green: 0.3, blue: 0.5, alpha: 1))
    context.fill(bounds)
    context.setFillColor(gray: 1, alpha: 1)
    context.selectFont(name: "DejaVuSans", size: 18)
    context.showText("drawn by a view", at: CGPoint(x: 12, y: 12))
  }
}

/// Draws the hosted layer: squares, tile by tile when they are needed.
final class Tiles: CALayerDelegate {
  func draw(_ layer: CALayer, in context: CGContext) {
    let region = context.boundingBoxOfClipPath
    for x in stride(from: (region.minX / 40).rounded(.down) * 40, to: region.maxX, by: 40) {
      for y in stride(from: (region.minY / 40).rounded(.down) * 40, to: region.maxY, by: 40) {
        let isDark = Int((x + y) / 40) % 2 == 0
        context.setFillColor(gray: isDark ? 0.75 : 0.95, alpha: 1)
        context.fill(CGRect(x: x, y: y, width: 40, height: 40))
      }
    }
  }
}

let content = LayerView(frame: CGRect(x: 0, y: 0, width: 480, height: 280))
let rows = RowsView(frame: CGRect(x: 20, y: 20, width: 140, height: 180))
let dial = DialView(frame: CGRect(x: 180, y: 40, width: 140, height: 140))
let label = LabelView(frame: CGRect(x: 20, y: 220, width: 440, height: 40))
let host = LayerView(frame: CGRect(x: 340, y: 20, width: 120, height: 180))

// 2-2: the view hosts the app's layer. The app sets its scale and its delegate.
let (tiles, drawer) = (CATiledLayer(), Tiles())
host.wantsLayer = true
host.layer = tiles
tiles.delegate = drawer
tiles.contentsScale = 2
for view in [rows, dial, label, host] { content.addSubview(view) }

try CIContext().writePNGRepresentation(
  of: content.image(scale: 2).composited(over: CIImage(color: .white)).cropped(
    to: CGRect(x: 0, y: 0, width: 960, height: 560)),
  to: URL(fileURLWithPath: file), format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
if arguments.contains("--window") {
  let window = try LayerWindow(title: "Views", size: content.frame.size)
  window.contentView = content
  try window.run()
}
