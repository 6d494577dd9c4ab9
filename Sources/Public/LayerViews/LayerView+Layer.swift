import CoreGraphics
import Foundation
import ImageGraph
import QuartzCore

/// The layer of a view.
extension LayerView {
  /// Whether the view has a layer. Setting it to true creates one for this view and each of its subviews; setting it to
  /// false has no effect.
  public var wantsLayer: Bool {
    get { ownLayer != nil }
    set { if newValue { _ = backing() } }
  }

  /// The layer: nil until `wantsLayer` is set, or the view is in a view with a layer, in a window or in an image.
  ///
  /// If set, the view hosts the given layer in place of any previous one; nil removes the hosted layer.
  public var layer: CALayer? {
    get { ownLayer }
    set { if newValue !== ownLayer { host(newValue) } }
  }

  /// Returns the layer, and creates it if there is none.
  func backing() -> CALayer {
    if let ownLayer { return ownLayer }
    let created = makeBackingLayer()
    created.delegate = self
    ownLayer = created
    withoutAnimations {
      created.isHidden = isHidden
      created.opacity = Float(alphaValue)
    }
    positionLayer()
    updateGeometryFlipped()
    adopt(scale: window?.backingScaleFactor ?? superview?.ownLayer?.contentsScale ?? 1, from: window)
    if layerContentsRedrawPolicy != .never { created.setNeedsDisplay() }
    for view in subviews { created.addSublayer(view.backing()) }
    return created
  }

  private func host(_ new: CALayer?) {
    if !subviews.isEmpty {
      RenderLog.process.note(
        "\(Swift.type(of: self)): a view that hosts a layer cannot have subviews; its \(subviews.count) subviews were "
          + "removed, add them to another view"
      )
      for view in subviews { view.removeFromSuperview() }
    }
    let old = ownLayer
    if !isHosting, old?.delegate === self { old?.delegate = nil }
    (ownLayer, isHosting) = (new, new != nil)
    guard let superlayer = old?.superlayer ?? superview?.ownLayer else {
      ownWindow?.rootChanged()
      return positionLayer()
    }
    withoutAnimations {
      let current = backing()
      if let old, old.superlayer === superlayer {
        superlayer.replaceSublayer(old, with: current)
      } else {
        superlayer.addSublayer(current)
      }
    }
    positionLayer()
    adopt(scale: window?.backingScaleFactor ?? superlayer.contentsScale, from: window)
  }

  /// Changes layers, including hosted ones, without animations.
  func withoutAnimations(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  func withLayer(_ change: (CALayer) -> Void) {
    guard let ownLayer else { return }
    withoutAnimations { change(ownLayer) }
  }

  /// Sets the layer's bounds and position from the view's frame.
  func positionLayer() {
    withLayer { layer in
      layer.bounds = ownBounds
      let anchor = layer.anchorPoint
      layer.position = CGPoint(x: origin.x + anchor.x * ownBounds.width, y: origin.y + anchor.y * ownBounds.height)
    }
  }

  /// Sets the layer's `isGeometryFlipped`, so that y has the same direction in the layer as in the view. The flip of a
  /// layer also applies to its sublayers.
  func updateGeometryFlipped() {
    guard !isHosting else { return }
    withLayer { $0.isGeometryFlipped = isFlipped != (superview?.isFlipped ?? false) }
  }

  /// Sets the bounds, and redraws the layer if the policy requires it.
  func setBounds(_ bounds: CGRect) {
    let isResized = bounds.size != ownBounds.size
    ownBounds = bounds
    positionLayer()
    guard isResized, !isHosting, let ownLayer else { return }
    switch layerContentsRedrawPolicy {
    case .never, .onSetNeedsDisplay: break
    case .duringViewResize, .beforeViewResize: ownLayer.setNeedsDisplay()
    case .crossfade:
      ownLayer.setNeedsDisplay()
      if ownLayer.contents != nil { ownLayer.add(CATransition(), forKey: "transition") }
    }
  }

  // MARK: Scale

  /// Sets the scale of the view's layers. Delegates of layers that the app added decide for these.
  ///
  /// - Parameter window: nil for an image without a window, in which case no delegate is called.
  func adopt(scale: CGFloat, from window: LayerWindow?) {
    guard let ownLayer else { return }
    if !isHosting, ownLayer.contentsScale != scale {
      ownLayer.contentsScale = scale
      if layerContentsRedrawPolicy != .never { ownLayer.setNeedsDisplay() }
    }
    if let window {
      // Views that host a layer call its delegate in their own turn.
      let viewLayers = Set(subviews.compactMap { $0.ownLayer.map(ObjectIdentifier.init) })
      let others = (ownLayer.sublayers ?? []).filter { !viewLayers.contains(ObjectIdentifier($0)) }
      offer(scale, from: window, to: isHosting ? [ownLayer] : others)
      if let layer = ownLayer as? CAVulkanLayer, layer.device == nil { layer.device = window.view.vulkanDevice }
    }
    for view in subviews { view.adopt(scale: scale, from: window) }
  }

  private func offer(_ scale: CGFloat, from window: LayerWindow, to layers: [CALayer]) {
    var pending = layers
    while let layer = pending.popLast() {
      // Layers of views adopt the scale in `adopt(scale:from:)`.
      if layer.delegate is LayerView { continue }
      if layer.contentsScale != scale, let delegate = layer.delegate as? any LayerContentsScaleDelegate,
        delegate.layer(layer, shouldInheritContentsScale: scale, from: window)
      {
        layer.contentsScale = scale
        if layer.ownBitmap != nil { layer.setNeedsDisplay() }
      }
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
    }
  }
}
