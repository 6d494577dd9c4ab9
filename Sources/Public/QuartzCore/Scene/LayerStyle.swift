import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// What is done to a layer as a whole.
struct LayerStyle {
  let filters: [CIFilter]
  let backgroundFilters: [CIFilter]
  let compositing: CIFilter?
  let shadow: LayerShadow?
  let masksToBounds: Bool
  private let hasMask: Bool

  init(_ layer: SceneLayer) {
    filters = layer.filters(LayerProperties.filters)
    backgroundFilters = layer.filters(LayerProperties.backgroundFilters)
    let compositing = layer.readObject(LayerProperties.compositingFilter)?.object
    self.compositing = compositing as? CIFilter
    if let compositing, self.compositing == nil { layer.note(compositing) }
    shadow = LayerShadow(layer)
    masksToBounds = layer.read(LayerProperties.masksToBounds)
    hasMask = layer.mask != nil
  }

  /// True when the layer is composed apart before it is put over what is behind it.
  var needsGroup: Bool {
    !filters.isEmpty || !backgroundFilters.isEmpty || compositing != nil || shadow != nil || masksToBounds || hasMask
  }
}

extension LayerStyle {
  /// True when the bounds cut the layer's own parts as they are drawn.
  var cutsAll: Bool { masksToBounds && filters.isEmpty && shadow == nil }

  /// True when those in the layer see what lies behind it: neither a filter nor a bitmap holds all of them together.
  ///
  /// Layers that only move what is in them are a space of their own, which needs a plane.
  func letsThrough(_ layer: SceneLayer) -> Bool {
    layer.looksBehind && filters.isEmpty && compositing == nil && !layer.read(LayerProperties.shouldRasterize)
      && !layer.sublayers.contains(where: \.onlyMoves)
  }
}

extension SceneLayer {
  fileprivate func filters(_ property: LayerProperty<ObjectList>) -> [CIFilter] {
    (readObject(property)?.objects ?? []).compactMap { object in
      if let filter = object as? CIFilter { return filter }
      note(object)
      return nil
    }
  }

  fileprivate func note(_ object: Any) {
    RenderLog.process.note("layers: a \(type(of: object)) among filters is left out; filters are CIFilter objects")
  }
}

/// S = shadowColor · shadowOpacity · blur(α of G′, or shadowPath), moved by shadowOffset.
struct LayerShadow {
  let color: CGColor
  let radius: Double
  let offset: CGSize
  let path: CGPath?

  /// Nil where there is nothing to see.
  init?(_ layer: SceneLayer) {
    let opacity = min(max(Double(layer.read(LayerProperties.shadowOpacity)), 0), 1)
    guard opacity > 0, let color = layer.readObject(LayerProperties.shadowColor), color.alpha > 0,
      let faded = color.copy(alpha: color.alpha * CGFloat(opacity))
    else { return nil }
    self.color = faded
    radius = max(Double(layer.read(LayerProperties.shadowRadius)), 0)
    offset = layer.read(LayerProperties.shadowOffset)
    path = layer.readObject(LayerProperties.shadowPath)
  }

  /// True where neither a path nor the layer's box stands for what throws the shadow.
  func isOfImage(_ layer: SceneLayer, _ plane: DrawingPlane) -> Bool {
    path == nil && plainAlpha(of: layer, plane) == nil
  }

  /// The alpha of a layer that is a box of one colour, of which a formula is the blur; nil for other layers.
  private func plainAlpha(of layer: SceneLayer, _ plane: DrawingPlane) -> CGFloat? {
    layer.plainAlpha.flatMap { BoxShape(layer, plane).blursByFormula ? $0 : nil }
  }

  /// - Parameters:
  ///   - image: what throws it, where neither a path nor the box stands for that.
  ///   - opacity: that the image has been faded by.
  func image(
    _ layer: SceneLayer, of image: () -> Node, _ light: BlendLight, _ plane: DrawingPlane, _ opacity: Double
  ) -> Node {
    let sigma = radius * plane.scale
    var moved = plane
    moved.origin += SIMD2(Double(offset.width), Double(plane.isMirrored ? -offset.height : offset.height)) * plane.scale
    if let path {
      if let rect = path.rect {
        return BoxShape(moved.rect(rect), radius: 0, corners: 0).blurred(light.argument(color), sigma: sigma).faded(
          by: opacity)
      }
      guard let mask = layer.pathMask(path, .winding, nil, moved) else { return .empty }
      return Node.constant(light.argument(color)).times(alphaOf: mask).blurred(sigma).faded(by: opacity)
    }
    if let alpha = plainAlpha(of: layer, plane), let tint = color.copy(alpha: color.alpha * alpha) {
      return BoxShape(layer, moved).blurred(light.argument(tint), sigma: sigma).faded(by: opacity)
    }
    let shadow = Node.constant(light.argument(color)).times(alphaOf: image()).blurred(sigma)
    let way = moved.origin - plane.origin
    return shadow.transformed(by: .translation(way.x, way.y)) ?? shadow
  }
}

extension SceneLayer {
  /// The alpha of a layer that is a box of one colour and nothing else; nil for other layers.
  fileprivate var plainAlpha: CGFloat? {
    guard let color = readObject(LayerProperties.backgroundColor), sublayers.isEmpty, !kind.drawsMore,
      readObject(LayerProperties.contents) == nil, readObject(LayerProperties.filters)?.objects.isEmpty != false,
      read(LayerProperties.borderWidth) <= 0 || color.alpha >= 1
    else { return nil }
    return color.alpha
  }
}

extension Node {
  /// Blurred by a Gaussian of that standard deviation, in pixels.
  func blurred(_ sigma: Double) -> Node {
    extent == .empty ? self : CIImage(node: self).applyingGaussianBlur(sigma: min(sigma, 100_000)).node
  }
}
