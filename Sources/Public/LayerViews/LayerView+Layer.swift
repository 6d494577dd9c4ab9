import CoreGraphics
import Foundation
import ImageGraph
import QuartzCore

/// The layer of a view.
extension LayerView {
  /// True when the view has a layer. Setting it true makes one, and one for each view below; a layer that was made
  /// stays.
  public var wantsLayer: Bool {
    get { ownLayer != nil }
    set { if newValue { _ = backing() } }
  }

  /// The layer: nil until `wantsLayer`, or until the view is in one that has a layer, in a window or in an image.
  ///
  /// Setting it makes the view host a layer of the app's, whether there was one before or not; nil takes that away.
  public var layer: CALayer? {
    get { ownLayer }
    set { if newValue !== ownLayer { host(newValue) } }
  }

  /// The layer, made where there is none.
  func backing() -> CALayer {
    if let ownLayer { return ownLayer }
    let made = makeBackingLayer()
    made.delegate = self
    ownLayer = made
    quietly {
      made.isHidden = isHidden
      made.opacity = Float(alphaValue)
    }
    placeLayer()
    turnLayer()
    take(scale: window?.backingScaleFactor ?? superview?.ownLayer?.contentsScale ?? 1, from: window)
    if layerContentsRedrawPolicy != .never { made.setNeedsDisplay() }
    for view in subviews { made.addSublayer(view.backing()) }
    return made
  }

  private func host(_ new: CALayer?) {
    if !subviews.isEmpty {
      RenderLog.process.note(
        "\(Swift.type(of: self)): a view that hosts a layer has no subviews; put the \(subviews.count) it has into "
          + "another"
      )
      for view in subviews { view.removeFromSuperview() }
    }
    let old = ownLayer
    if !isHosting, old?.delegate === self { old?.delegate = nil }
    (ownLayer, isHosting) = (new, new != nil)
    guard let superlayer = old?.superlayer ?? superview?.ownLayer else {
      ownWindow?.rootChanged()
      return placeLayer()
    }
    quietly {
      let shown = backing()
      if let old, old.superlayer === superlayer {
        superlayer.replaceSublayer(old, with: shown)
      } else {
        superlayer.addSublayer(shown)
      }
    }
    placeLayer()
    take(scale: window?.backingScaleFactor ?? superlayer.contentsScale, from: window)
  }

  /// Changes layers without animations, hosted ones too.
  func quietly(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  func withLayer(_ change: (CALayer) -> Void) {
    guard let ownLayer else { return }
    quietly { change(ownLayer) }
  }

  /// Puts the layer where the view is.
  func placeLayer() {
    withLayer { layer in
      layer.bounds = ownBounds
      let anchor = layer.anchorPoint
      layer.position = CGPoint(x: origin.x + anchor.x * ownBounds.width, y: origin.y + anchor.y * ownBounds.height)
    }
  }

  /// Has y run in the layer as it does in the view: layers turn everything below them.
  func turnLayer() {
    guard !isHosting else { return }
    withLayer { $0.isGeometryFlipped = isFlipped != (superview?.isFlipped ?? false) }
  }

  /// Takes other bounds, and draws anew where the policy says so.
  func place(_ bounds: CGRect) {
    let isResized = bounds.size != ownBounds.size
    ownBounds = bounds
    placeLayer()
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

  /// Gives the view's layers a scale; those that the app put there are asked about it.
  ///
  /// - Parameter window: nil: an image without one, for which no layer of the app's is asked.
  func take(scale: CGFloat, from window: LayerWindow?) {
    guard let ownLayer else { return }
    if !isHosting, ownLayer.contentsScale != scale {
      ownLayer.contentsScale = scale
      if layerContentsRedrawPolicy != .never { ownLayer.setNeedsDisplay() }
    }
    if let window {
      // Views that host a layer ask for it themselves.
      let ofViews = Set(subviews.compactMap { $0.ownLayer.map(ObjectIdentifier.init) })
      let own = (ownLayer.sublayers ?? []).filter { !ofViews.contains(ObjectIdentifier($0)) }
      offer(scale, from: window, to: isHosting ? [ownLayer] : own)
      if let layer = ownLayer as? CAVulkanLayer, layer.device == nil { layer.device = window.view.vulkanDevice }
    }
    for view in subviews { view.take(scale: scale, from: window) }
  }

  private func offer(_ scale: CGFloat, from window: LayerWindow, to layers: [CALayer]) {
    var waiting = layers
    while let layer = waiting.popLast() {
      // Layers of views take it themselves.
      if layer.delegate is LayerView { continue }
      if layer.contentsScale != scale, let delegate = layer.delegate as? any LayerContentsScaleDelegate,
        delegate.layer(layer, shouldInheritContentsScale: scale, from: window)
      {
        layer.contentsScale = scale
        if layer.ownBitmap != nil { layer.setNeedsDisplay() }
      }
      waiting += layer.sublayers ?? []
      if let mask = layer.mask { waiting.append(mask) }
    }
  }
}
