import CoreGraphics
import CoreImage
import Foundation
import QuartzCore

/// What a view shows.
extension LayerView {
  /// True when the view is to be drawn before the next frame. Setting it false has no effect.
  public var needsDisplay: Bool {
    get { ownLayer?.needsDisplay() ?? (layerContentsRedrawPolicy != .never) }
    set { if newValue { setNeedsDisplay(ownBounds) } }
  }

  /// Has a part of the view drawn before the next frame; what lies outside of all such parts stays.
  public func setNeedsDisplay(_ rect: CGRect) {
    guard layerContentsRedrawPolicy != .never, !isHosting else { return }
    if rect.contains(ownBounds) { ownLayer?.setNeedsDisplay() } else { ownLayer?.setNeedsDisplay(rect) }
  }

  /// The view with all that is in it, upright, without a window: an image of its frame's size whose lower left corner
  /// is the origin.
  ///
  /// A view that is in no window takes `scale` for its layers; layers that it hosts keep theirs.
  ///
  /// - Parameters:
  ///   - scale: pixels in a point, above 0, at most 1e6; others give the empty image and a line in the log.
  ///   - time: seconds; when the animations are that are shown.
  public func image(scale: CGFloat = 1, at time: CFTimeInterval = 0) -> CIImage {
    let layer = backing()
    if window == nil, scale > 0, scale <= 1e6 { take(scale: scale, from: nil) }
    return layer.seenImage(scale: scale, at: time)
  }

  /// Writes the view with all that is in it as a PDF of one page: `draw(_:)` is called anew, on paper.
  /// `CALayer.writePDF(to:context:)` says what the page has.
  ///
  /// - Throws: as that.
  public func writePDF(to url: URL, context: CIContext? = nil) throws {
    let own = try? window?.view.context
    try backing().writePDF(to: url, context: context ?? own)
  }

  /// Calls back for each frame of the window that the view is in; without one at 60 frames a second, by a timer.
  /// Nothing is called before it is added to a run loop.
  public func displayLink(callback: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    window?.displayLink(callback: callback) ?? CADisplayLink(callback: callback)
  }

  // MARK: Drawing

  /// Gives the layer its contents.
  func show(_ layer: CALayer) {
    if wantsUpdateLayer { return updateLayer() }
    // Views that only hold others need no bitmap.
    if type(of: self) == LayerView.self, type(of: layer) == CALayer.self { return }
    let before = layer.contents
    drewNothing = false
    BitmapDelegate().display(layer)
    // Nobody has overridden `draw(_:)`, or what it calls drew nothing: contents that an app gave stay.
    if drewNothing, (layer.contents as? CGImage)?.isClear ?? true { layer.contents = before }
  }

  func draw(_ layer: CALayer, into context: CGContext) {
    let outer = currentContext
    currentContext = context
    let seen = context.boundingBoxOfClipPath
    let (left, low) = (max(seen.minX, ownBounds.minX), max(seen.minY, ownBounds.minY))
    let (right, high) = (min(seen.maxX, ownBounds.maxX), min(seen.maxY, ownBounds.maxY))
    if left < right, low < high { draw(CGRect(x: left, y: low, width: right - left, height: high - low)) }
    currentContext = outer
  }
}

/// Does what layers do without a delegate's own `display(_:)`.
private final class BitmapDelegate: CALayerDelegate {}
