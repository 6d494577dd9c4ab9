import CoreGraphics
import ImageGraph

/// The shapes of a layer's box: background, gradient and border.
struct LayerBox {
  private let bounds: BoxShape
  private let border: BorderStroke?
  /// The common outer edge.
  private let outline: BoxShape
  private let isClipped: Bool

  /// - Parameter isClipped: whether the result is clipped to the bounds later. The shapes then extend to whole pixels,
  ///   as two antialiased edges would be too thin.
  init(_ layer: SceneLayer, _ placement: LayerPlacement, isClipped: Bool) {
    bounds = BoxShape(layer, placement.plane, through: placement.map)
    outline = isClipped ? bounds.enclosingPixels : bounds
    self.isClipped = isClipped
    border = BorderStroke(
      Double(layer.read(LayerProperties.borderWidth)) * placement.plane.scale,
      layer.readObject(LayerProperties.borderColor),
      in: bounds.rect.size.min())
  }

  /// The bounds in the plane's pixels if the result is clipped to them later; otherwise nil.
  var clip: UserRect? { isClipped ? bounds.rect : nil }

  /// Returns the shape of the background colour and gradients.
  ///
  /// - Parameter opacity: the opacity by which the parts are multiplied separately.
  func backgroundShape(opacity: Double) -> BoxShape {
    guard let border, opacity >= 1 else { return outline }
    return outline.inset(by: border.backgroundInset) ?? outline
  }

  /// Returns the border filled with its colour; nil if there is none.
  func painted(by blendSpace: BlendSpace) -> Node? {
    guard let border else { return nil }
    let outer = outline.painted(blendSpace.argument(border.color))
    return bounds.inset(by: border.width).map { outer.outside($0.painted(SIMD4<Float>(1, 1, 1, 1))) } ?? outer
  }
}

/// A border, in pixels.
struct BorderStroke {
  let width: Double
  let color: CGColor

  /// Creates a border; returns nil if it is invisible.
  init?(_ width: Double, _ color: CGColor?, in shorter: Double) {
    self.width = min(width, shorter / 2)
    guard self.width > 0, let color, color.alpha > 0 else { return nil }
    self.color = color
  }

  /// The inset of the background under the border. Under an opaque border, the background ends at the middle, so that
  /// it does not show through the antialiased edge.
  var backgroundInset: Double { width >= 2 && color.alpha >= 1 ? width / 2 : 0 }
}
