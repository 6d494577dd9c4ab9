import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The effects that apply to a layer as a whole.
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
    if let compositing, self.compositing == nil { layer.logInvalidFilter(compositing) }
    shadow = LayerShadow(layer)
    masksToBounds = layer.read(LayerProperties.masksToBounds)
    hasMask = layer.mask != nil
  }

  /// Whether the layer is composited offscreen before it is blended with its backdrop.
  var needsGroup: Bool {
    !filters.isEmpty || !backgroundFilters.isEmpty || compositing != nil || shadow != nil || masksToBounds || hasMask
  }
}

extension LayerStyle {
  /// Whether the layer's own parts are clipped to the bounds.
  var clipsAll: Bool { masksToBounds && filters.isEmpty && shadow == nil }

  /// Returns whether sublayers read the layer's backdrop, because no filter or bitmap combines them.
  ///
  /// Transform layers are a 3D space of their own, which needs a plane.
  func exposesBackdrop(_ layer: SceneLayer) -> Bool {
    layer.containsBackdropReaders && filters.isEmpty && compositing == nil
      && !layer.read(LayerProperties.shouldRasterize) && !layer.sublayers.contains(where: \.isTransformOnly)
  }
}

extension SceneLayer {
  fileprivate func filters(_ property: LayerProperty<ObjectList>) -> [CIFilter] {
    (readObject(property)?.objects ?? []).compactMap { object in
      if let filter = object as? CIFilter { return filter }
      logInvalidFilter(object)
      return nil
    }
  }

  fileprivate func logInvalidFilter(_ object: Any) {
    RenderLog.process.note("layers: filters must be CIFilter objects (got \(type(of: object))); it is omitted")
  }
}

/// The shadow: S = shadowColor · shadowOpacity · blur(α of G′, or shadowPath), translated by shadowOffset.
struct LayerShadow {
  let color: CGColor
  let radius: Double
  let offset: CGSize
  let path: CGPath?

  /// Creates the shadow of a layer; returns nil if it is invisible.
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

  /// Returns whether the shadow requires the layer's image, because neither a path nor the layer's box defines it.
  func requiresImage(_ layer: SceneLayer, _ plane: DrawingPlane) -> Bool {
    path == nil && plainAlpha(of: layer, plane) == nil
  }

  /// Returns the alpha of a layer that is a box of one colour with a blur formula; nil for other layers.
  private func plainAlpha(of layer: SceneLayer, _ plane: DrawingPlane) -> CGFloat? {
    layer.plainAlpha.flatMap { BoxShape(layer, plane).blursByFormula ? $0 : nil }
  }

  /// - Parameters:
  ///   - image: the source of the shadow, if neither a path nor the box defines it.
  ///   - opacity: the opacity by which the image was multiplied.
  func image(
    _ layer: SceneLayer, of image: () -> Node, _ blendSpace: BlendSpace, _ plane: DrawingPlane, _ opacity: Double
  ) -> Node {
    let sigma = radius * plane.scale
    var moved = plane
    moved.origin += SIMD2(Double(offset.width), Double(plane.isMirrored ? -offset.height : offset.height)) * plane.scale
    if let path {
      if let rect = path.rect {
        return BoxShape(moved.rect(rect), radius: 0, corners: 0)
          .blurred(blendSpace.argument(color), sigma: sigma).faded(by: opacity)
      }
      guard let mask = layer.pathMask(path, .winding, nil, moved) else { return .empty }
      return Node.constant(blendSpace.argument(color)).times(alphaOf: mask).blurred(sigma).faded(by: opacity)
    }
    if let alpha = plainAlpha(of: layer, plane), let tint = color.copy(alpha: color.alpha * alpha) {
      return BoxShape(layer, moved).blurred(blendSpace.argument(tint), sigma: sigma).faded(by: opacity)
    }
    let shadow = Node.constant(blendSpace.argument(color)).times(alphaOf: image()).blurred(sigma)
    let shift = moved.origin - plane.origin
    return shadow.transformed(by: .translation(shift.x, shift.y)) ?? shadow
  }
}

extension SceneLayer {
  /// The alpha of a layer that is only a box of one colour; nil for other layers.
  fileprivate var plainAlpha: CGFloat? {
    guard let color = readObject(LayerProperties.backgroundColor), sublayers.isEmpty, !kind.drawsAdditionalContent,
      readObject(LayerProperties.contents) == nil, readObject(LayerProperties.filters)?.objects.isEmpty != false,
      read(LayerProperties.borderWidth) <= 0 || color.alpha >= 1
    else { return nil }
    return color.alpha
  }
}

extension Node {
  /// Returns the image blurred by a Gaussian of a standard deviation in pixels.
  func blurred(_ sigma: Double) -> Node {
    extent == .empty ? self : CIImage(node: self).applyingGaussianBlur(sigma: min(sigma, 100_000)).node
  }
}
