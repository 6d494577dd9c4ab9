import CoreGraphics
import CoreImage
import Foundation
import QuartzCore

/// Drawing, images and printing of a view.
extension LayerView {
  /// Whether the view is to be redrawn before the next frame. Setting it to false has no effect.
  public var needsDisplay: Bool {
    get { ownLayer?.needsDisplay() ?? (layerContentsRedrawPolicy != .never) }
    set { if newValue { setNeedsDisplay(ownBounds) } }
  }

  /// Marks a part of the view to be redrawn before the next frame; everything outside of all such parts is unchanged.
  public func setNeedsDisplay(_ rect: CGRect) {
    guard layerContentsRedrawPolicy != .never, !isHosting else { return }
    if rect.contains(ownBounds) { ownLayer?.setNeedsDisplay() } else { ownLayer?.setNeedsDisplay(rect) }
  }

  /// Returns the view with its subviews, upright and without a window: an image of its frame's size with the origin at
  /// its lower left corner.
  ///
  /// If the view is in no window, its layers adopt `scale`; layers that it hosts keep theirs.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, above 0, at most 1e6. With other values, the result is the empty image, and a message
  ///     is logged.
  ///   - time: the time of the animations, in seconds.
  public func image(scale: CGFloat = 1, at time: CFTimeInterval = 0) -> CIImage {
    let layer = backing()
    if window == nil, scale > 0, scale <= 1e6 { adopt(scale: scale, from: nil) }
    return layer.uprightImage(scale: scale, at: time)
  }

  /// Writes the view with its subviews as a PDF of one page. `draw(_:)` is called again, with the page as the
  /// destination. See `CALayer.writePDF(to:context:)`.
  ///
  /// - Throws: as `CALayer.writePDF(to:context:)`.
  public func writePDF(to url: URL, context: CIContext? = nil) throws {
    let windowContext = try? window?.view.context
    try backing().writePDF(to: url, context: context ?? windowContext)
  }

  /// Returns a display link of the view's window; without a window, a timer at 60 frames a second. The callback is not
  /// called before the link is added to a run loop.
  public func displayLink(callback: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    window?.displayLink(callback: callback) ?? CADisplayLink(callback: callback)
  }

  // MARK: Drawing

  /// Updates the layer's contents.
  func updateContents(of layer: CALayer) {
    if wantsUpdateLayer { return updateLayer() }
    // A plain view is only a container, and needs no bitmap.
    if type(of: self) == LayerView.self, type(of: layer) == CALayer.self { return }
    let previous = layer.contents
    usedDefaultDraw = false
    BitmapDelegate().display(layer)
    // If `draw(_:)` is not overridden, or its calls drew nothing, contents that the app has set are kept.
    if usedDefaultDraw, (layer.contents as? CGImage)?.isClear ?? true { layer.contents = previous }
  }

  func draw(_ layer: CALayer, into context: CGContext) {
    let previous = currentContext
    currentContext = context
    let clip = context.boundingBoxOfClipPath
    let (left, bottom) = (max(clip.minX, ownBounds.minX), max(clip.minY, ownBounds.minY))
    let (right, top) = (min(clip.maxX, ownBounds.maxX), min(clip.maxY, ownBounds.maxY))
    if left < right, bottom < top { draw(CGRect(x: left, y: bottom, width: right - left, height: top - bottom)) }
    currentContext = previous
  }
}

/// A delegate without `display(_:)`, so that the layer draws its bitmap by the default path.
private final class BitmapDelegate: CALayerDelegate {}
