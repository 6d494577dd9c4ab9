import CoreGraphics
import ImageGraph

/// The shapes that a layer's own parts fill: background, gradient and border.
struct LayerBox {
  private let bounds: BoxShape
  private let border: BorderStroke?
  /// The outer edge of all of them.
  private let outline: BoxShape
  private let isCut: Bool

  /// - Parameter isCut: the bounds cut all of it afterwards. Then it is all of their pixels: what is cut twice by a
  ///   soft edge is too thin.
  init(_ layer: SceneLayer, _ place: LayerPlacement, isCut: Bool) {
    bounds = BoxShape(layer, place.plane, through: place.map)
    outline = isCut ? bounds.around : bounds
    self.isCut = isCut
    border = BorderStroke(
      Double(layer.read(LayerProperties.borderWidth)) * place.plane.scale,
      layer.readObject(LayerProperties.borderColor),
      in: bounds.rect.size.min())
  }

  /// Of the plane's pixels, where the bounds cut what is drawn in them; else nil.
  var cut: UserRect? { isCut ? bounds.rect : nil }

  /// What the background colour and gradients fill.
  ///
  /// - Parameter opacity: that the parts are faded by, one by one.
  func ground(opacity: Double) -> BoxShape {
    guard let border, opacity >= 1 else { return outline }
    return outline.inset(by: border.hiding) ?? outline
  }

  /// The border; nil where there is none.
  func painted(by light: BlendLight) -> Node? {
    guard let border else { return nil }
    let outer = outline.painted(light.argument(border.color))
    return bounds.inset(by: border.width).map { outer.outside($0.painted(SIMD4<Float>(1, 1, 1, 1))) } ?? outer
  }
}

/// A border, in pixels.
struct BorderStroke {
  let width: Double
  let color: CGColor

  /// Nil where there is nothing to see.
  init?(_ width: Double, _ color: CGColor?, in shorter: Double) {
    self.width = min(width, shorter / 2)
    guard self.width > 0, let color, color.alpha > 0 else { return nil }
    self.color = color
  }

  /// How far inside a background may end under it. Through a soft edge it would be seen: where the border is opaque it
  /// goes no farther than to the middle.
  var hiding: Double { width >= 2 && color.alpha >= 1 ? width / 2 : 0 }
}
