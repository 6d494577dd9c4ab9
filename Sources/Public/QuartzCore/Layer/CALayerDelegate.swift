import CoreGraphics

/// Draws and lays out for layers, and is asked before the layer does anything itself.
///
/// All functions have bodies, which do what the layer does without a delegate: write those that you need. On Apple's
/// systems they are optional functions of Objective-C.
public protocol CALayerDelegate: AnyObject {
  /// Gives the layer contents. By itself it has the layer draw a bitmap with `draw(_:in:)`.
  func display(_ layer: CALayer)
  /// Called before a bitmap is made for `draw(_:in:)`.
  func layerWillDraw(_ layer: CALayer)
  /// Draws the layer's own bitmap, in the layer's space.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// What a change of a key starts; an `NSNull` for nothing. By itself nil: the layer searches on.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
  /// Places the sublayers. By itself it has the layout manager do it.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) { layer.drawOwnBitmap(layer.partForDelegate) }
  public func layerWillDraw(_ layer: CALayer) {}
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.nothingWasDrawn = true }
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  public func layoutSublayers(of layer: CALayer) { layer.layoutManager?.layoutSublayers(of: layer) }
}

/// Places the sublayers of layers.
public protocol CALayoutManager: AnyObject {
  /// The size that a layer should have.
  func preferredSize(of layer: CALayer) -> CGSize
  /// Forgets what is known of the layer's layout.
  func invalidateLayout(of layer: CALayer)
  /// Sets the frames of the sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }
  public func invalidateLayout(of layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
}
