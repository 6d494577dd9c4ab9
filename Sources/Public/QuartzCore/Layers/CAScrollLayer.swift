import CoreGraphics
import Foundation

/// Shows a part of its sublayers, which `scroll(to:)` chooses. It cuts nothing off by itself: set `masksToBounds`.
open class CAScrollLayer: CALayer {
  override class var properties: LayerPropertyTable { ScrollProperties.table }

  /// Along which axes it scrolls.
  public var scrollMode: CAScrollLayerScrollMode {
    get { read(ScrollProperties.scrollMode) }
    set { set(ScrollProperties.scrollMode, newValue) }
  }

  /// Shows a point of the layer's space at the origin of what is shown.
  public func scroll(to p: CGPoint) {
    let mode = scrollMode
    var origin = bounds.origin
    if mode == .both || mode == .horizontally { origin.x = p.x }
    if mode == .both || mode == .vertically { origin.y = p.y }
    bounds.origin = origin
  }

  /// Moves as little as shows a rectangle; one that is larger than the bounds is shown from its origin on.
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

  /// Has the nearest scroll layer above show a point of this layer's space at its origin.
  public func scroll(_ p: CGPoint) {
    guard let scroller else { return }
    scroller.scroll(to: convert(p, to: scroller))
  }

  /// Has the nearest scroll layer above move as little as shows a rectangle of this layer's space.
  public func scrollRectToVisible(_ r: CGRect) {
    guard let scroller else { return }
    scroller.scroll(to: convert(r, to: scroller))
  }

  /// The part of the bounds that the nearest scroll layer above shows; all of them without one.
  public var visibleRect: CGRect {
    guard let scroller else { return bounds }
    let (a, b) = (bounds, convert(scroller.bounds, from: scroller))
    let (left, low) = (max(a.minX, b.minX), max(a.minY, b.minY))
    let (right, high) = (min(a.maxX, b.maxX), min(a.maxY, b.maxY))
    return left <= right && low <= high ? CGRect(x: left, y: low, width: right - left, height: high - low) : .null
  }
}
