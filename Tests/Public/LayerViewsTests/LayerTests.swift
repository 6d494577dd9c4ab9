import CoreGraphics
import CoreImage
import Foundation
import LayerViews
import QuartzCore
import Testing

/// The layers of views, and their owners.
@Suite @MainActor struct LayerTests {
  final class TextView: LayerView {
    override class var layerClass: CALayer.Type { CATextLayer.self }
  }

  final class GradientView: LayerView {
    var madeCount = 0
    override class var layerClass: CALayer.Type { CATextLayer.self }
    override func makeBackingLayer() -> CALayer {
      madeCount += 1
      return CAGradientLayer()
    }
  }

  /// A layer with custom state, as in an app.
  final class OwnLayer: CALayer {
    var count = 7
    required init(layer: Any) {
      if let other = layer as? OwnLayer { count = other.count }
      super.init(layer: layer)
    }
  }

  final class OwnView: LayerView {
    override class var layerClass: CALayer.Type { OwnLayer.self }
  }

  @Test func classesOfLayers() {
    let view = TextView(frame: CGRect(x: 3, y: 4, width: 10, height: 20))
    #expect(view.layer == nil && !view.wantsLayer)
    view.wantsLayer = true
    #expect(view.layer is CATextLayer && view.wantsLayer && view.layer?.delegate === view)
    #expect(view.layer?.frame == view.frame && view.layer?.model() === view.layer)
    let gradient = GradientView(frame: .zero)
    gradient.wantsLayer = true
    let first = gradient.layer
    gradient.wantsLayer = true
    _ = gradient.image()
    #expect(first is CAGradientLayer && gradient.layer === first && gradient.madeCount == 1)
    let own = OwnView(frame: .zero)
    own.wantsLayer = true
    #expect((own.layer as? OwnLayer)?.count == 7)
  }

  @Test(arguments: [false, true]) func hostedLayersAreTheApps(before: Bool) throws {
    final class Owner: CALayerDelegate {}
    let (view, layer, owner) = (LayerView(frame: CGRect(x: 5, y: 6, width: 40, height: 30)), CALayer(), Owner())
    let contents = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    (layer.contents, layer.contentsScale, layer.delegate) = (contents, 3, owner)
    if before { view.wantsLayer = true }
    view.layer = layer
    if !before { view.wantsLayer = true }
    let window = LayerView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    _ = window.image(scale: 2)
    view.needsDisplay = true
    #expect(view.layer === layer && layer.superlayer === window.layer && layer.frame == view.frame)
    #expect(layer.delegate === owner && layer.contentsScale == 3 && layer.contents as? CIImage === contents)
    #expect(!layer.needsDisplay() && window.layer?.contentsScale == 2)
    // Subviews are rejected.
    view.addSubview(LayerView(frame: .zero))
    #expect(view.subviews.isEmpty && layer.sublayers == nil)
    // Without it, the view is backed by a layer again.
    view.layer = nil
    #expect(view.layer != nil && view.layer !== layer && view.layer?.delegate === view && layer.superlayer == nil)
  }

  @Test func hostingALayerRemovesSubviews() {
    let (view, inner) = (LayerView(frame: .zero), LayerView(frame: .zero))
    view.addSubview(inner)
    view.layer = CALayer()
    #expect(view.subviews.isEmpty && inner.superview == nil)
  }

  @Test func viewsDoNotAnimateImplicitlyAndHostedLayersDo() throws {
    let root = LayerView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let (backed, hosting, hosted) = (LayerView(frame: root.bounds), LayerView(frame: root.bounds), CALayer())
    hosting.layer = hosted
    root.addSubview(backed)
    root.addSubview(hosting)
    root.wantsLayer = true
    let layer = try #require(root.layer)
    layer.beginFrame(at: 1)
    layer.endFrame()
    #expect(backed.layer?.action(forKey: "opacity") == nil && backed.action(for: layer, forKey: "opacity") is NSNull)
    backed.layer?.opacity = 0.5
    backed.frame.origin.x = 9
    #expect(backed.layer?.animationKeys() == nil)
    hosted.opacity = 0.5
    #expect(hosted.animationKeys() == ["opacity"])
    // The view positions it without animation.
    hosting.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(hosted.animationKeys() == ["opacity"] && hosted.frame == hosting.frame)
    layer.endFrames()
  }

  @Test func viewsInViews() {
    let (a, b, c) = (LayerView(frame: .zero), LayerView(frame: .zero), LayerView(frame: .zero))
    a.addSubview(b)
    b.addSubview(c)
    a.wantsLayer = true
    #expect(c.layer?.superlayer === b.layer && b.superview === a && a.subviews.count == 1)
    a.addSubview(c)
    #expect(b.subviews.isEmpty && a.subviews.map { $0 === c } == [false, true] && c.layer?.superlayer === a.layer)
    // Rejected.
    c.addSubview(a)
    c.addSubview(c)
    #expect(a.superview == nil && c.subviews.isEmpty && c.superview === a)
    c.removeFromSuperview()
    c.removeFromSuperview()
    #expect(a.subviews.count == 1 && c.superview == nil && c.layer?.superlayer == nil)
  }

  @Test func invalidNumbersAreRejected() {
    let view = LayerView(frame: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    #expect(view.frame == .zero)
    view.frame = CGRect(x: 10, y: 20, width: -4, height: 6)
    #expect(view.frame == CGRect(x: 6, y: 20, width: 4, height: 6))
    for odd in [CGFloat.nan, .infinity, 1e300] {
      view.frame.origin.x = odd
      view.bounds.size.width = odd
      view.alphaValue = odd
      _ = view.image(scale: odd)
    }
    #expect(view.frame == CGRect(x: 6, y: 20, width: 4, height: 6) && view.image(scale: -1).extent.isEmpty)
    view.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(view.frame == CGRect(x: 6, y: 20, width: 3, height: 4))
  }

  @Test func hitTestsGoThroughLayers() {
    let root = LayerView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    let (left, inner) = (LayerView(frame: CGRect(x: 0, y: 0, width: 50, height: 100)), LayerView(frame: .zero))
    inner.frame = CGRect(x: 30, y: 30, width: 60, height: 10)
    let hosting = LayerView(frame: CGRect(x: 60, y: 60, width: 30, height: 30))
    let layer = CALayer()
    let part = CALayer()
    part.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
    layer.addSublayer(part)
    hosting.layer = layer
    left.addSubview(inner)
    root.addSubview(left)
    root.addSubview(hosting)
    #expect(root.hitTest(CGPoint(x: 15, y: 15)) === left && root.hitTest(CGPoint(x: 95, y: 45)) === inner)
    #expect(root.hitTest(CGPoint(x: 72, y: 72)) === hosting && root.hitTest(CGPoint(x: 5, y: 5)) == nil)
    #expect(root.hitTest(CGPoint(x: CGFloat.nan, y: 5)) == nil)
    left.layer?.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 95, y: 45)) === root)
    hosting.isHidden = true
    #expect(root.hitTest(CGPoint(x: 72, y: 72)) === root)
    #expect(inner.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 31, y: 32))
    #expect(inner.convert(CGPoint(x: 41, y: 42), from: nil) == CGPoint(x: 1, y: 2))
  }
}
