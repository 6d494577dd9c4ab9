import CoreGraphics
import Foundation

/// A layer that shows a part of its sublayers, selected by `scroll(to:)`. It does not clip by default: set
/// `masksToBounds`.
open class CAScrollLayer: CALayer {
  override class var properties: LayerPropertyTable { ScrollProperties.table }

  /// The axes along which the layer scrolls.
  public var scrollMode: CAScrollLayerScrollMode {
    get { read(ScrollProperties.scrollMode) }
    set { set(ScrollProperties.scrollMode, newValue) }
  }

  /// Scrolls so that a point is at the origin of the visible rectangle.
  public func scroll(to p: CGPoint) {
    let mode = scrollMode
    var origin = bounds.origin
    if mode == .both || mode == .horizontally { origin.x = p.x }
    if mode == .both || mode == .vertically { origin.y = p.y }
    bounds.origin = origin
  }

  /// Scrolls by the smallest distance that makes a rectangle visible; if it is larger than the bounds, its origin is
  /// shown.
  public func scroll(to r: CGRect) {
    func start(_ low: CGFloat, _ length: CGFloat, _ from: CGFloat, _ size: CGFloat) -> CGFloat {
      if size > length { return from }
      return min(max(low, from + size - length), from)
    }
    let (bounds, r) = (bounds, r.standardized)
    scroll(
      to: CGPoint(
        x: start(bounds.minX, bounds.width, r.minX, r.width), y: start(bounds.minY, bounds.height, r.minY, r.height)))
  }
}

extension CALayer {
  private var scroller: CAScrollLayer? { chain.dropFirst().lazy.compactMap { $0 as? CAScrollLayer }.first }

  /// Scrolls the nearest enclosing scroll layer so that a point of this layer is at the origin of the visible
  /// rectangle.
  public func scroll(_ p: CGPoint) {
    guard let scroller else { return }
    scroller.scroll(to: convert(p, to: scroller))
  }

  /// Scrolls the nearest enclosing scroll layer by the smallest distance that makes a rectangle of this layer visible.
  public func scrollRectToVisible(_ r: CGRect) {
    guard let scroller else { return }
    scroller.scroll(to: convert(r, to: scroller))
  }

  /// The part of the bounds that the nearest enclosing scroll layer shows; all of the bounds without one.
  public var visibleRect: CGRect {
    guard let scroller else { return bounds }
    let (a, b) = (bounds, convert(scroller.bounds, from: scroller))
    let (left, bottom) = (max(a.minX, b.minX), max(a.minY, b.minY))
    let (right, top) = (min(a.maxX, b.maxX), min(a.maxY, b.maxY))
    guard left <= right, bottom <= top else { return .null }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
