import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import QuartzCore

/// A rectangle of a window, or of an image without one, that is shown by a layer: the part of `NSView` and `UIView`
/// that concerns layers. What makes a toolkit is not here: events come from the window, `hitTest(_:)` says whose they
/// are.
///
/// *Backed by a layer* is every view whose `layer` nobody has set: it makes the layer, owns and draws it and is its
/// delegate; an app leaves the layer's delegate and contents alone. Changes do not animate by themselves.
/// *Hosting a layer* is one whose `layer` the app has set: the layer and all below it are the app's; the view places
/// it, and nothing else. Changes of it animate by themselves, and it has no subviews.
///
/// Coordinates are points, y up unless `isFlipped`. All of it is used on the main thread.
@MainActor open class LayerView: CALayerDelegate {
  /// When a view that is backed by a layer is drawn anew.
  public enum LayerContentsRedrawPolicy: Hashable, Sendable {
    /// Never: what the layer shows is stretched, and `needsDisplay` has no effect.
    case never
    /// When `needsDisplay` is set; other sizes stretch what the layer shows.
    case onSetNeedsDisplay
    /// Also at each new size.
    case duringViewResize
    /// Also at the size that the view is given, once; animations of the layer's bounds stretch that.
    case beforeViewResize
    /// Also at each new size, and the new image fades in.
    case crossfade
  }

  // MARK: Places

  /// Where the view is in its superview. Numbers beyond 1e15 and those that are none are refused with a line in the
  /// log; negative sizes are turned round.
  public var frame: CGRect {
    get { CGRect(origin: origin, size: bounds.size) }
    set {
      let wanted = newValue.standardized
      guard wanted.isUsual else { return refuse("frame", newValue) }
      origin = wanted.origin
      place(CGRect(origin: bounds.origin, size: wanted.size))
    }
  }

  /// The view's own space: what of it the view shows. Its size is that of the frame.
  public var bounds: CGRect {
    get { ownBounds }
    set {
      let wanted = newValue.standardized
      guard wanted.isUsual else { return refuse("bounds", newValue) }
      place(wanted)
    }
  }

  /// True when y runs down in the view's own space. False unless overridden; it must not change.
  open var isFlipped: Bool { false }

  /// True: neither the view nor what is in it is shown.
  public var isHidden = false { didSet { withLayer { $0.isHidden = isHidden } } }

  /// 0...1, of the view with all that is in it. 1 at first.
  public var alphaValue: CGFloat = 1 { didSet { withLayer { $0.opacity = Float(alphaValue) } } }

  // MARK: Tree

  /// The view that holds this one.
  public internal(set) weak var superview: LayerView?
  /// The views in this one, from the back to the front.
  public internal(set) var subviews: [LayerView] = []
  /// The window that the view is in; nil without one.
  public var window: LayerWindow? { superview?.window ?? ownWindow }

  // MARK: What subclasses say

  /// The class of the layer that a view is backed by. It is asked once, when the layer is made: with
  /// `init(layer:)` of an `NSNull`, as Swift makes objects of a class that it learns at run time only by initialisers
  /// that are `required`.
  open class var layerClass: CALayer.Type { CALayer.self }

  /// Makes the layer that the view is backed by, once: of `layerClass`, unless overridden, which wins.
  open func makeBackingLayer() -> CALayer { Self.layerClass.init(layer: NSNull()) }

  /// Draws the view into `currentContext`, in the view's own space; by itself nothing, and the layer's contents stay.
  ///
  /// - Parameter dirtyRect: what is to be drawn; the context cuts off the rest.
  open func draw(_ dirtyRect: CGRect) { drewNothing = true }

  /// True to give the layer its contents in `updateLayer()`, and never to draw. False unless overridden.
  open var wantsUpdateLayer: Bool { false }

  /// Gives the layer contents, where `wantsUpdateLayer` is true.
  open func updateLayer() {}

  /// Places the subviews; called before a frame after changes of sizes and of what is in the view.
  open func layout() {}

  /// The context of `draw(_:)`; nil outside of it.
  public internal(set) var currentContext: CGContext?

  /// When the view is drawn anew. `duringViewResize` at first; `onSetNeedsDisplay` takes less work.
  open var layerContentsRedrawPolicy = LayerContentsRedrawPolicy.duringViewResize

  /// Accepted for code of macOS: filters on layers always work.
  public var layerUsesCoreImageFilters = true

  var origin: CGPoint
  var ownBounds: CGRect
  var ownLayer: CALayer?
  var isHosting = false
  weak var ownWindow: LayerWindow?
  /// Set by `draw(_:)` that nobody has overridden, or that calls it.
  var drewNothing = false

  /// - Parameter frame: refused ones count as zero.
  public init(frame: CGRect) {
    MainThread.mark()
    let frame = frame.standardized
    (origin, ownBounds) = frame.isUsual ? (frame.origin, CGRect(origin: .zero, size: frame.size)) : (.zero, .zero)
  }

  // MARK: The layer's delegate

  /// Has the view draw its layer, or update it. Where that is not on the main thread nothing is drawn.
  open nonisolated func display(_ layer: CALayer) { onMain(layer) { $0.show($1) } }

  /// Called before `draw(_:)`; does nothing by itself.
  open nonisolated func layerWillDraw(_ layer: CALayer) {}

  /// Calls `draw(_:)`.
  open nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
    // Unsafe: it goes to the view on this thread only.
    nonisolated(unsafe) let ctx = ctx
    onMain(layer) { $0.draw($1, into: ctx) }
  }

  /// An `NSNull`: layers of views do not animate by themselves.
  open nonisolated func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }

  /// Calls `layout()`, and the layer's layout manager where it has one.
  open nonisolated func layoutSublayers(of layer: CALayer) {
    onMain(layer) { view, layer in
      view.layout()
      layer.layoutManager?.layoutSublayers(of: layer)
    }
  }

  private nonisolated func onMain(_ layer: CALayer, _ body: @MainActor (LayerView, CALayer) -> Void) {
    guard MainThread.isCurrent else {
      return RenderLog.process.note("\(Swift.type(of: self)): views draw and lay out on the main thread only")
    }
    // Unsafe: this is the main thread already.
    nonisolated(unsafe) let layer = layer
    MainActor.assumeIsolated { body(self, layer) }
  }

  private func refuse(_ key: String, _ rect: CGRect) {
    RenderLog.process.note(
      "\(Swift.type(of: self)): \(key) is \(rect); give numbers of at most 1e15. The one before stays")
  }
}

extension CGRect {
  /// True for numbers that layers take.
  var isUsual: Bool { [minX, minY, width, height].allSatisfy { abs($0) <= 1e15 } }
}
