import CoreGraphics
import Foundation
import ImageGraph
import QuartzCore

/// The hierarchy of views.
extension LayerView {
  /// Adds a view in front of the other subviews; it is removed from its previous superview.
  ///
  /// A view that hosts a layer cannot have subviews, and a view cannot be its own descendant: both are rejected, and a
  /// message is logged.
  public func addSubview(_ view: LayerView) {
    guard !isHosting else {
      return RenderLog.process.note(
        "\(type(of: self)): a view that hosts a layer cannot have subviews; add sublayers to its layer")
    }
    var ancestor: LayerView? = self
    while let next = ancestor {
      guard next !== view else {
        return RenderLog.process.note("\(type(of: self)): a view cannot be added to itself or to its descendants")
      }
      ancestor = next.superview
    }
    view.removeFromSuperview()
    view.ownWindow?.contentViewWillLeave()
    subviews.append(view)
    view.superview = self
    guard let ownLayer else { return }
    ownLayer.addSublayer(view.backing())
    view.superviewChanged()
    view.adopt(scale: window?.backingScaleFactor ?? ownLayer.contentsScale, from: window)
  }

  /// Removes the view from its superview.
  public func removeFromSuperview() {
    guard let container = superview else { return }
    container.subviews.removeAll { $0 === self }
    superview = nil
    ownLayer?.removeFromSuperlayer()
    updateGeometryFlipped()
  }

  /// Returns the frontmost, deepest view at a point in the **superview's** coordinates; nil if there is none. Layers
  /// are tested, so hidden layers and parts clipped by `masksToBounds` are not hit. A layer of the app counts as its
  /// view.
  public func hitTest(_ point: CGPoint) -> LayerView? {
    guard let hit = backing().hitTest(point) else { return nil }
    var (ancestors, next) = (Set<ObjectIdentifier>(), hit as CALayer?)
    while let layer = next {
      ancestors.insert(ObjectIdentifier(layer))
      next = layer.superlayer
    }
    var view = self
    func hitSubview(_ view: LayerView) -> LayerView? {
      view.subviews.first { $0.ownLayer.map { ancestors.contains(ObjectIdentifier($0)) } ?? false }
    }
    while let deeper = hitSubview(view) { view = deeper }
    return view
  }

  /// Converts a point from this view's coordinates to another view's; if `view` is nil, to those of the topmost view's
  /// superspace, which is the window's.
  public func convert(_ point: CGPoint, to view: LayerView?) -> CGPoint {
    let layer = backing()
    return layer.convert(point, to: view?.backing())
  }

  /// Converts a point from another view's coordinates to this view's; if `view` is nil, from those of the topmost
  /// view's superspace.
  public func convert(_ point: CGPoint, from view: LayerView?) -> CGPoint {
    let layer = backing()
    return layer.convert(point, from: view?.backing())
  }

  /// Updates the layer after a change of the superview.
  private func superviewChanged() {
    updateGeometryFlipped()
    positionLayer()
  }
}
