import CoreGraphics

/// A delegate that draws and lays out layers; it takes precedence over the layer's own functions.
///
/// All functions have default implementations, which do the same as the layer without a delegate. On Apple's systems,
/// they are optional functions of Objective-C.
public protocol CALayerDelegate: AnyObject {
  /// Updates the layer's contents. The default draws a bitmap with `draw(_:in:)`.
  func display(_ layer: CALayer)
  /// Called before a bitmap is created for `draw(_:in:)`.
  func layerWillDraw(_ layer: CALayer)
  /// Draws the layer's own bitmap, in the layer's coordinates.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Returns the action of a change; an `NSNull` for none. The default returns nil, and the layer continues the search.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
  /// Lays out the sublayers. The default calls the layout manager.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) { layer.drawOwnBitmap(layer.delegateDirtyRect) }
  public func layerWillDraw(_ layer: CALayer) {}
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.usedDefaultDraw = true }
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
}

/// A layout manager for sublayers.
public protocol CALayoutManager: AnyObject {
  /// Returns the preferred size of a layer.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Discards cached layout of the layer.
  func invalidateLayout(of layer: CALayer)
  /// Sets the frames of the sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  public func invalidateLayout(of layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
}
