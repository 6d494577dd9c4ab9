import CoreGraphics
import Foundation
import ImageGraph
import QuartzCore

/// Views in views.
extension LayerView {
  /// Puts a view in front of the others; it is taken out of where it was.
  ///
  /// Views that host a layer have no subviews, and no view holds itself: both are refused with a line in the log.
  public func addSubview(_ view: LayerView) {
    guard !isHosting else {
      return RenderLog.process.note(
        "\(type(of: self)): a view that hosts a layer has no subviews; add sublayers to its layer")
    }
    var above: LayerView? = self
    while let next = above {
      guard next !== view else {
        return RenderLog.process.note("\(type(of: self)): a view cannot go into itself, nor into what it holds")
      }
      above = next.superview
    }
    view.removeFromSuperview()
    view.ownWindow?.contentViewLeaves()
    subviews.append(view)
    view.superview = self
    guard let ownLayer else { return }
    ownLayer.addSublayer(view.backing())
    view.turnAll()
    view.take(scale: window?.backingScaleFactor ?? ownLayer.contentsScale, from: window)
  }

  /// Takes the view out of the one that holds it.
  public func removeFromSuperview() {
    guard let holder = superview else { return }
    holder.subviews.removeAll { $0 === self }
    superview = nil
    ownLayer?.removeFromSuperlayer()
    turnLayer()
  }

  /// The frontmost, deepest view at a point of the **superview's** space; nil when none is there. Layers are asked, so
  /// hidden ones and what `masksToBounds` cuts off are not hit, and layers of the app's count as their view.
  public func hitTest(_ point: CGPoint) -> LayerView? {
    guard let hit = backing().hitTest(point) else { return nil }
    var (above, next) = (Set<ObjectIdentifier>(), hit as CALayer?)
    while let layer = next {
      above.insert(ObjectIdentifier(layer))
      next = layer.superlayer
    }
    var view = self
    func inside(_ view: LayerView) -> LayerView? {
      view.subviews.first { $0.ownLayer.map { above.contains(ObjectIdentifier($0)) } ?? false }
    }
    while let deeper = inside(view) { view = deeper }
    return view
  }

  /// A point of this view's space in that of another one; nil: in the space that the topmost view lies in, which is the
  /// window's.
  public func convert(_ point: CGPoint, to view: LayerView?) -> CGPoint {
    let layer = backing()
    return layer.convert(point, to: view?.backing())
  }

  /// A point of another view's space in this one's; nil: of the space that the topmost view lies in.
  public func convert(_ point: CGPoint, from view: LayerView?) -> CGPoint {
    let layer = backing()
    return layer.convert(point, from: view?.backing())
  }

  /// The view is in another one.
  private func turnAll() {
    turnLayer()
    placeLayer()
  }
}
