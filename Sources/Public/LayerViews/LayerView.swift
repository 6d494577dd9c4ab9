import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import QuartzCore

/// A rectangle of a window, or of an image without one, that is shown by a layer: the part of `NSView` and `UIView`
/// that concerns layers. It is not a toolkit of controls: events come from the window, and `hitTest(_:)` returns the
/// view that they are for.
///
/// A view is *backed by a layer* unless its `layer` was set: it creates, owns and draws the layer, and is its delegate.
/// An app must not change the layer's delegate or contents. Changes are not animated by default.
/// A view is *hosting a layer* if the app has set its `layer`: the app owns the layer and its sublayers, and the view
/// only positions it. Changes of the layer are animated by default, and the view has no subviews.
///
/// Coordinates are points, y up unless `isFlipped`. The type is used on the main thread only.
@MainActor open class LayerView: CALayerDelegate {
  /// The times at which a view that is backed by a layer is redrawn.
  public enum LayerContentsRedrawPolicy: Hashable, Sendable {
    /// Never: the layer's contents are stretched, and `needsDisplay` has no effect.
    case never
    /// When `needsDisplay` is set; on a resize, the contents are stretched.
    case onSetNeedsDisplay
    /// Also on each resize.
    case duringViewResize
    /// Also once for the final size of a resize; animations of the layer's bounds stretch that bitmap.
    case beforeViewResize
    /// Also on each resize, with a cross-fade to the new bitmap.
    case crossfade
  }

  // MARK: Geometry

  /// The view's position and size in its superview. Values beyond 1e15 or not finite are rejected, and a message is
  /// logged; negative sizes are standardized.
  public var frame: CGRect {
    get { CGRect(origin: origin, size: bounds.size) }
    set {
      let rect = newValue.standardized
      guard rect.isWithinLimits else { return reject("frame", newValue) }
      origin = rect.origin
      setBounds(CGRect(origin: bounds.origin, size: rect.size))
    }
  }

  /// The visible rectangle in the view's own coordinates. Its size is that of the frame.
  public var bounds: CGRect {
    get { ownBounds }
    set {
      let rect = newValue.standardized
      guard rect.isWithinLimits else { return reject("bounds", newValue) }
      setBounds(rect)
    }
  }

  /// Whether y points down in the view's coordinates. False unless overridden; it must be constant.
  open var isFlipped: Bool { false }

  /// If true, the view and its subviews are not shown.
  public var isHidden = false { didSet { withLayer { $0.isHidden = isHidden } } }

  /// The opacity of the view with its subviews, 0...1. Initially 1.
  public var alphaValue: CGFloat = 1 { didSet { withLayer { $0.opacity = Float(alphaValue) } } }

  // MARK: Tree

  /// The view that contains this one.
  public internal(set) weak var superview: LayerView?
  /// The views in this one, from back to front.
  public internal(set) var subviews: [LayerView] = []
  /// The window of the view; nil without one.
  public var window: LayerWindow? { superview?.window ?? ownWindow }

  // MARK: Overridable members

  /// The class of the layer that backs the view. It is read once, when the layer is created, by `init(layer:)` with an
  /// `NSNull`: Swift can create an object of a class given at run time only by a `required` initializer.
  open class var layerClass: CALayer.Type { CALayer.self }

  /// Creates the layer that backs the view; called once. The default creates one of `layerClass`.
  open func makeBackingLayer() -> CALayer { Self.layerClass.init(layer: NSNull()) }

  /// Draws the view into `currentContext`, in the view's coordinates. The default draws nothing, and the layer's
  /// contents are unchanged.
  ///
  /// - Parameter dirtyRect: the rectangle to draw; the context clips to it.
  open func draw(_ dirtyRect: CGRect) { usedDefaultDraw = true }

  /// If true, the layer's contents are set by `updateLayer()`, and `draw(_:)` is not called. False unless overridden.
  open var wantsUpdateLayer: Bool { false }

  /// Sets the layer's contents, if `wantsUpdateLayer` is true.
  open func updateLayer() {}

  /// Lays out the subviews. It is called before a frame if sizes or subviews have changed.
  open func layout() {}

  /// The context of `draw(_:)`; nil outside of it.
  public internal(set) var currentContext: CGContext?

  /// The times at which the view is redrawn. Initially `duringViewResize`; `onSetNeedsDisplay` costs less.
  open var layerContentsRedrawPolicy = LayerContentsRedrawPolicy.duringViewResize

  /// Ignored; for compatibility with macOS. Filters on layers always work.
  public var layerUsesCoreImageFilters = true

  var origin: CGPoint
  var ownBounds: CGRect
  var ownLayer: CALayer?
  var isHosting = false
  weak var ownWindow: LayerWindow?
  /// True once the default `draw(_:)` was called: it is not overridden, or the override calls it.
  var usedDefaultDraw = false

  /// - Parameter frame: if it is rejected, the frame is zero.
  public init(frame: CGRect) {
    MainThread.mark()
    let frame = frame.standardized
    (origin, ownBounds) =
      frame.isWithinLimits ? (frame.origin, CGRect(origin: .zero, size: frame.size)) : (.zero, .zero)
  }

  // MARK: The layer's delegate

  /// Draws or updates the view's layer. On another thread than the main thread, nothing is drawn, and a message is
  /// logged.
  open nonisolated func display(_ layer: CALayer) { onMain(layer) { $0.updateContents(of: $1) } }

  /// Called before `draw(_:)`. The default does nothing.
  open nonisolated func layerWillDraw(_ layer: CALayer) {}

  /// Calls `draw(_:)`.
  open nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
    // Unsafe: the context is used on this thread only.
    nonisolated(unsafe) let ctx = ctx
    onMain(layer) { $0.draw($1, into: ctx) }
  }

  /// Returns an `NSNull`: layers of views are not animated by default.
  open nonisolated func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }

  /// Calls `layout()`, and the layer's layout manager if it has one.
  open nonisolated func layoutSublayers(of layer: CALayer) {
    onMain(layer) { view, layer in
      view.layout()
      layer.layoutManager?.layoutSublayers(of: layer)
    }
  }

  private nonisolated func onMain(_ layer: CALayer, _ body: @MainActor (LayerView, CALayer) -> Void) {
    guard MainThread.isCurrent else {
      return RenderLog.process.note("\(Swift.type(of: self)): views must draw and lay out on the main thread")
    }
    // Unsafe: this is the main thread.
    nonisolated(unsafe) let layer = layer
    MainActor.assumeIsolated { body(self, layer) }
  }

  private func reject(_ key: String, _ rect: CGRect) {
    RenderLog.process.note(
      "\(Swift.type(of: self)): the values of \(key) must be between -1e15 and 1e15 (got \(rect)); unchanged")
  }
}

extension CGRect {
  /// Whether the values are in the range that layers accept.
  var isWithinLimits: Bool { [minX, minY, width, height].allSatisfy { abs($0) <= 1e15 } }
}
