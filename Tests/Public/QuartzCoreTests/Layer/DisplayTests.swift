import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import Testing

@Suite struct DisplayTests {
  final class Drawer: CALayerDelegate {
    var drawings: [CGRect] = []
    var willDraw = 0
    func layerWillDraw(_ layer: CALayer) { willDraw += 1 }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      drawings.append(ctx.boundingBoxOfClipPath)
      ctx.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      ctx.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    }
  }

  final class Giver: CALayerDelegate {
    let image: CGImage
    init(_ image: CGImage) { self.image = image }
    func display(_ layer: CALayer) { layer.contents = image }
    func draw(_ layer: CALayer, in ctx: CGContext) { Issue.record("display(_:) is all that is called") }
  }

  /// Returns rows from the top; true for red pixels.
  func reds(_ image: CGImage) -> [[Bool]] {
    let data = image.data
    return (0..<image.height).map { y in
      (0..<image.width).map { x in data[y * image.bytesPerRow + 4 * x] > 127 }
    }
  }

  @Test func delegatesDrawInPointsFromTheLowerLeft() throws {
    let (layer, drawer) = (CALayer(), Drawer())
    layer.bounds = CGRect(x: -1, y: 0, width: 4, height: 2)
    layer.delegate = drawer
    #expect(!layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay() && drawer.willDraw == 1)
    var image = try #require(layer.contents as? CGImage)
    #expect(reds(image) == [[false, false, false, false], [false, true, true, false]])
    // A bitmap of two pixels per point, upside down.
    (layer.contentsScale, layer.isGeometryFlipped) = (2, true)
    layer.display()
    image = try #require(layer.contents as? CGImage)
    #expect(image.width == 8 && image.height == 4)
    #expect(reds(image)[0] == [false, false, true, true, true, true, false, false] && !reds(image)[2].contains(true))
  }

  /// A typical subclass: it calls `super` first, which draws nothing.
  final class Square: CALayer {
    override func draw(in ctx: CGContext) {
      super.draw(in: ctx)
      ctx.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      ctx.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
  }

  @Test func subclassesMayCallTheirSuperclass() throws {
    let layer = Square()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
    layer.display()
    #expect(reds(try #require(layer.contents as? CGImage)) == [[true, false]])
    let plain = CALayer()
    plain.bounds = layer.bounds
    plain.display()
    #expect(plain.contents == nil)
  }

  final class Bright: CALayerDelegate {
    func draw(_ layer: CALayer, in ctx: CGContext) {
      let space = CGColorSpace(name: CGColorSpace.extendedSRGB)!
      ctx.setFillColor(CGColor(colorSpace: space, components: [2, 0.5, -0.25, 1])!)
      ctx.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
    }
  }

  @Test func floatsPreserveExtendedColours() throws {
    let (layer, bright) = (box(0, 0, 4, 2), Bright())
    layer.delegate = bright
    layer.setNeedsDisplay()
    #expect(try Shown(layer, 4, 2).isNear(1, 0, 1, 0.5, 0, 1, within: 0.004))
    (layer.contentsFormat, layer.contentsScale) = (.RGBA16Float, 2)
    layer.setNeedsDisplay()
    let shown = try Shown(layer, 8, 4, scale: 2)
    #expect(shown.isNear(2, 1, 2, 0.5, -0.25, 1, within: 0.004) && shown[1, 1].w == 0 && shown[2, 2].w == 0)
    // Upside down, as the bitmap would be.
    layer.isGeometryFlipped = true
    layer.setNeedsDisplay()
    #expect(layer.contentsAreFlipped() && layer.contents is CIImage)
    // A layer that draws nothing has none.
    let plain = box(0, 0, 4, 2)
    plain.contentsFormat = .RGBA16Float
    plain.display()
    #expect(plain.contents == nil)
  }

  @Test func markedPartsAreDrawnAndOthersPreserved() throws {
    let (layer, drawer) = (CALayer(), Drawer())
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 2)
    layer.delegate = drawer
    layer.display()
    layer.setNeedsDisplay(CGRect(x: 3, y: 0, width: 1, height: 1))
    layer.setNeedsDisplay(CGRect(x: 1, y: 0, width: 1, height: 1))
    layer.setNeedsDisplay(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(drawer.drawings.last == CGRect(x: 1, y: 0, width: 3, height: 1))
    let image = try #require(layer.contents as? CGImage)
    #expect(reds(image) == [[false, false, false, false], [true, true, false, false]])
  }

  @Test func displayWinsOverDrawing() throws {
    let bitmap = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    let giver = Giver(try #require(bitmap.makeImage()))
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.delegate = giver
    layer.display()
    #expect(layer.contents as? CGImage === giver.image)
  }

  @Test func withoutDrawingThereAreNoContents() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.display()
    #expect(layer.contents == nil)
    layer.bounds = CGRect(x: 0, y: 0, width: 1e9, height: 1e9)
    layer.display()
    #expect(layer.contents == nil)
  }

  @Test func boundsRedrawOnlyIfRequested() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 4
    #expect(!layer.needsDisplay())
    layer.bounds.size.width = 5
    #expect(layer.needsDisplay())
  }

  final class Row: CALayoutManager {
    var calls = 0
    func layoutSublayers(of layer: CALayer) {
      calls += 1
      for (index, child) in (layer.sublayers ?? []).enumerated() {
        child.frame = CGRect(x: CGFloat(index) * 10, y: 0, width: 10, height: 10)
      }
    }
  }

  @Test func layout() {
    let (root, row) = (CALayer(), Row())
    root.layoutManager = row
    let (a, b) = (CALayer(), CALayer())
    root.sublayers = [a, b]
    #expect(root.needsLayout())
    a.layoutIfNeeded()
    #expect(row.calls == 1 && b.frame == CGRect(x: 10, y: 0, width: 10, height: 10))
    // Frames of sublayers were set, so the layer is marked again.
    root.layoutIfNeeded()
    root.layoutIfNeeded()
    #expect(row.calls <= 3 && !b.needsLayout())
  }

  @Test func autoresizing() {
    let (root, child) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.addSublayer(child)
    child.frame = CGRect(x: 10, y: 10, width: 50, height: 20)
    child.autoresizingMask = [.layerWidthSizable, .layerMinYMargin]
    root.bounds.size = CGSize(width: 120, height: 140)
    #expect(child.frame == CGRect(x: 10, y: 50, width: 70, height: 20))
    root.bounds.origin.x = 5
    root.resizeSublayers(withOldSize: CGSize(width: 120, height: 140))
    #expect(child.frame == CGRect(x: 10, y: 50, width: 70, height: 20))
  }

  private final class Resizing: CALayer {
    var old: [CGSize] = []
    override func resizeSublayers(withOldSize size: CGSize) { old.append(size) }
  }

  @Test func subclassesReceiveEachOldSize() {
    let layer = Resizing()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
    layer.position = CGPoint(x: 3, y: 3)
    layer.bounds.origin = CGPoint(x: 1, y: 1)
    layer.setValue(CGFloat(30), forKeyPath: "bounds.size.width")
    #expect(layer.old == [.zero, CGSize(width: 10, height: 20)])
  }
}
