import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph

/// The pixels that a layer is drawn in, and the map from these to its container's pixels.
///
/// A layer that is only translated, uniformly scaled or mirrored is drawn directly in its container's pixels. Other
/// layers have their own pixels, at the largest scale at which they are displayed, and a map. Shapes are drawn through
/// the map, so that their edges are as sharp as those of other layers; images are rendered in the layer's pixels and
/// transformed by the map.
struct LayerPlacement {
  let plane: DrawingPlane
  /// The map from the plane's pixels to the container's; nil is the identity.
  private(set) var map: PlaneMap?
  /// Whether the layer is rendered to a bitmap before it is transformed.
  let isBitmap: Bool
  /// The container's plane, and the transform from the layer's points to that plane's points, with z.
  private let outer: (plane: DrawingPlane, space: CATransform3D)
  private var sublayerPlacement: CATransform3D
  private let showsBack: Bool
  /// The sampling of a bitmap layer's pixels.
  private var reading = Sampling.linear

  /// Creates the placement of a layer without a container, whose points are those of the plane.
  init(alone plane: DrawingPlane) {
    (self.plane, map, isBitmap, showsBack) = (plane, nil, false, false)
    (outer, sublayerPlacement) = ((plane, CATransform3DIdentity), CATransform3DIdentity)
  }

  /// Creates a placement; returns nil if the layer is invisible.
  init?(_ layer: SceneLayer, in container: LayerContainer) {
    self.init(layer, container, LayerGeometry(layer).placement.followed(by: container.placement))
  }

  /// - Parameter space: the transform from the layer's points to those of the container's plane, with z.
  init?(_ layer: SceneLayer, _ container: LayerContainer, _ space: CATransform3D) {
    let geometry = LayerGeometry(layer)
    let flat = PlaneMap(space)
    guard flat.inverse != nil else { return nil }
    let flipsImages = container.plane.flipsImages
    let total = flat.followed(by: container.plane.map)
    sublayerPlacement = geometry.sublayerPlacement
    outer = (container.plane, space)
    showsBack = ((flat.orientation < 0) != container.isFlipped) != container.showsBack
    isBitmap = layer.read(LayerProperties.shouldRasterize)
    if !isBitmap, let direct = total.plane(flipsImages: flipsImages) {
      (plane, map) = (direct, nil)
      return
    }
    let bounds = geometry.bounds
    let center = SIMD2(Double(bounds.midX), Double(bounds.midY))
    let resolution = isBitmap ? Double(layer.read(LayerProperties.rasterizationScale)) : total.enlargement(at: center)
    guard let scale = resolution, scale > 1e-6, scale < 1e6 else { return nil }
    plane = DrawingPlane(scale: scale, flipsImages: flipsImages)
    guard let back = plane.map.inverse else { return nil }
    map = back.followed(by: total)
    guard isBitmap else { return }
    let isEnlarged = map?.enlargement(at: plane.position(CGPoint(x: center.x, y: center.y))).map { $0 >= 1 } ?? true
    reading = layer.read(isEnlarged ? LayerProperties.magnificationFilter : LayerProperties.minificationFilter).sampling
  }

  /// Returns the same placement for the sublayers of another layer.
  func showing(_ other: SceneLayer) -> LayerPlacement {
    var placement = self
    placement.sublayerPlacement = LayerGeometry(other).sublayerPlacement
    return placement
  }

  /// The placement in the layer's own pixels, for an image that is transformed when it is complete.
  var offscreen: LayerPlacement {
    var placement = self
    placement.map = nil
    return placement
  }

  var isDirect: Bool { map == nil }

  /// The plane in which the layer is blended with its backdrop: its own, or that of the container if it is rotated or a
  /// bitmap.
  var blendingPlane: DrawingPlane { isDirect ? plane : outer.plane }

  func isCulled(_ layer: SceneLayer) -> Bool { showsBack && !layer.read(LayerProperties.isDoubleSided) }

  /// Returns the container of the sublayers.
  func container(_ layer: SceneLayer) -> LayerContainer { isDirect ? inside(layer) : through(layer) }

  private func inside(_ layer: SceneLayer) -> LayerContainer {
    var plane = plane
    let isFlipped = layer.read(LayerProperties.isGeometryFlipped)
    if isFlipped { plane.flipsImages.toggle() }
    return LayerContainer(
      plane: plane, placement: sublayerPlacement, showsBack: showsBack, isFlipped: isFlipped,
      space: layer.kind.showsDepth(layer) ? outer.space : nil)
  }

  /// Returns the container of sublayers that are drawn in this layer's container's pixels, flattened.
  func through(_ layer: SceneLayer) -> LayerContainer {
    var container = inside(layer)
    let flat = sublayerPlacement.followed(by: CATransform3DMakeScale(1, 1, 0)).followed(by: outer.space)
    let flipsImages = container.plane.flipsImages
    (container.plane, container.placement) = (outer.plane, flat)
    container.plane.flipsImages = flipsImages
    if PlaneMap(outer.space).orientation < 0 { container.isFlipped.toggle() }
    return container
  }

  /// The container of the layer's mask, in the layer's own points.
  var maskContainer: LayerContainer {
    if isDirect { return LayerContainer(plane: plane, placement: CATransform3DIdentity) }
    var containerPlane = outer.plane
    containerPlane.flipsImages = plane.flipsImages
    return LayerContainer(
      plane: containerPlane, placement: CATransform3DMakeScale(1, 1, 0).followed(by: outer.space),
      isFlipped: PlaneMap(outer.space).orientation < 0)
  }

  /// Maps an image from the plane's pixels to the container's.
  func placed(_ image: Node) -> Node { map.map { image.moved(by: $0, reading: reading) } ?? image }

  /// Maps an image from the container's pixels to the plane's.
  func unplaced(_ image: Node) -> Node {
    guard let map else { return image }
    return map.inverse.map { image.moved(by: $0) } ?? .empty
  }
}

extension Node {
  /// Returns the image transformed by a map; the part behind the eye is clipped.
  func moved(by map: PlaneMap, reading: Sampling = .linear) -> Node {
    // One more transparent pixel on each side, so that the edges are antialiased on both sides.
    if let rect = extent.rect, case let wide = Extent(rect.outset(by: 1)) {
      let image = Node(.formula(.same, [], .stated(wide)), [self])
      return (reading == .nearest ? image.sampled(.nearest) : image).movedWithoutBorder(by: map, reading)
    }
    return movedWithoutBorder(by: map, reading)
  }

  private func movedWithoutBorder(by map: PlaneMap, _ reading: Sampling) -> Node {
    if let affine = map.affine {
      if reading == .area { return transformed(by: affine.map, reading: .area) ?? .empty }
      return CIImage(node: self).transformed(by: affine).node
    }
    guard let back = map.inverse else { return .empty }
    let formula = PerspectiveTransform.formula
    let rows = (SIMD3<Float>(back.x), SIMD3<Float>(back.y), SIMD3<Float>(back.w))
    guard let rect = extent.rect else {
      return extent == .empty ? .empty : warped(by: formula, rows.0, rows.1, rows.2)
    }
    let corners = rect.corners
    guard let least = map.leastDepth(of: corners) else { return .empty }
    let points = corners.clipped { map.depth($0) - least }.compactMap(map.apply)
    guard let box = UserRect(around: points) else { return .empty }
    let front = corners.allSatisfy { map.depth($0) >= least } ? self : inFront(of: map, least)
    return front.warped(by: formula, rows.0, rows.1, rows.2).cropped(to: box.pixels)
  }

  /// Returns the part whose depth is at least `least`, with an antialiased edge.
  private func inFront(of map: PlaneMap, _ least: Double) -> Node {
    let slope = SIMD2(map.w.x, map.w.y)
    let squared = (slope * slope).sum()
    guard squared > 0 else { return self }
    let unit = slope / squared.squareRoot()
    let edge = unit * ((least - map.w.z) / squared.squareRoot())
    return times(
      alphaOf: .generated(
        by: LinearGradient.formula, SIMD4<Float>.zero, SIMD4<Float>(1, 1, 1, 1), SIMD2<Float>(edge - unit * 0.5),
        SIMD2<Float>(unit)))
  }
}

extension PlaneMap {
  /// Returns the least depth that counts as in front of the eye: a hundredth of the farthest point's, at which it is
  /// magnified a hundred times. Returns nil if all points are behind the eye.
  fileprivate func leastDepth(of points: [SIMD2<Double>]) -> Double? {
    guard let farthest = points.map(depth).max(), farthest > 0 else { return nil }
    return farthest / 100
  }

  /// Returns the mapped corners of a rectangle; nil unless all of them are in front of the eye, and small enough for
  /// float precision.
  func corners(of rect: UserRect) -> [SIMD2<Double>]? {
    let corners = rect.corners
    guard let least = leastDepth(of: corners), corners.allSatisfy({ depth($0) >= least }) else { return nil }
    let points = corners.compactMap(apply)
    return points.count == 4 && points.allSatisfy { max(abs($0.x), abs($0.y)) < 1e6 } ? points : nil
  }
}

extension UserRect {
  /// The corners in order around the rectangle.
  fileprivate var corners: [SIMD2<Double>] { [min, [max.x, min.y], max, [min.x, max.y]] }

  /// Creates the bounding box of points; returns nil for none.
  init?(around points: [SIMD2<Double>]) {
    guard let first = points.first else { return nil }
    let (low, high) = points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    self.init(low, high)
  }
}

extension [SIMD2<Double>] {
  /// Returns the part of a convex polygon where a linear function is at least 0.
  func clipped(_ value: (SIMD2<Double>) -> Double) -> [SIMD2<Double>] {
    var result: [SIMD2<Double>] = []
    for (index, point) in enumerated() {
      let next = self[(index + 1) % count]
      let (a, b) = (value(point), value(next))
      if a >= 0 { result.append(point) }
      if (a < 0) != (b < 0) { result.append(point + (next - point) * (a / (a - b))) }
    }
    return result
  }
}
