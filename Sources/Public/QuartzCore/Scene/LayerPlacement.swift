import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph

/// Where a layer is drawn, and how what is drawn there comes to where it is seen.
///
/// A layer that is only moved, evenly scaled or mirrored is drawn among its holder's pixels at once. Others have pixels
/// of their own, at the largest scale that they have there, and a map. Shapes are drawn through the map, so that their
/// edges are as sharp as those of other layers; images are made in the pixels of their own and moved by the map.
struct LayerPlacement {
  let plane: DrawingPlane
  /// From the plane's pixels to the holder's; nil: they are the same.
  private(set) var map: PlaneMap?
  /// True for a layer that is an image before it is moved.
  let isBitmap: Bool
  /// What the layer is drawn into, and from its points to those of that plane, with z.
  private let outer: (plane: DrawingPlane, space: CATransform3D)
  private var sublayerPlacement: CATransform3D
  private let showsBack: Bool
  /// How the pixels of a layer that is a bitmap are read.
  private var reading = Sampling.linear

  /// A layer by itself, its points those of the plane.
  init(alone plane: DrawingPlane) {
    (self.plane, map, isBitmap, showsBack) = (plane, nil, false, false)
    (outer, sublayerPlacement) = ((plane, CATransform3DIdentity), CATransform3DIdentity)
  }

  /// Nil where nothing of the layer can be seen.
  init?(_ layer: SceneLayer, in holder: LayerHolder) {
    self.init(layer, holder, LayerGeometry(layer).placement.followed(by: holder.placement))
  }

  /// - Parameter space: from the layer's points to those of the holder's plane, with z.
  init?(_ layer: SceneLayer, _ holder: LayerHolder, _ space: CATransform3D) {
    let geometry = LayerGeometry(layer)
    let flat = PlaneMap(space)
    guard flat.inverse != nil else { return nil }
    let turnsImages = holder.plane.turnsImages
    let total = flat.followed(by: holder.plane.map)
    sublayerPlacement = geometry.sublayerPlacement
    outer = (holder.plane, space)
    showsBack = ((flat.orientation < 0) != holder.isFlipped) != holder.showsBack
    isBitmap = layer.read(LayerProperties.shouldRasterize)
    if !isBitmap, let direct = total.plane(turnsImages: turnsImages) {
      (plane, map) = (direct, nil)
      return
    }
    let bounds = geometry.bounds
    let center = SIMD2(Double(bounds.midX), Double(bounds.midY))
    let wanted = isBitmap ? Double(layer.read(LayerProperties.rasterizationScale)) : total.enlargement(at: center)
    guard let scale = wanted, scale > 1e-6, scale < 1e6 else { return nil }
    plane = DrawingPlane(scale: scale, turnsImages: turnsImages)
    guard let back = plane.map.inverse else { return nil }
    map = back.followed(by: total)
    guard isBitmap else { return }
    let isEnlarged = map?.enlargement(at: plane.place(CGPoint(x: center.x, y: center.y))).map { $0 >= 1 } ?? true
    reading = layer.read(isEnlarged ? LayerProperties.magnificationFilter : LayerProperties.minificationFilter).sampling
  }

  /// The same place for what another layer has in it.
  func showing(_ other: SceneLayer) -> LayerPlacement {
    var place = self
    place.sublayerPlacement = LayerGeometry(other).sublayerPlacement
    return place
  }

  /// The layer's own pixels, for an image that is moved when it is finished.
  var apart: LayerPlacement {
    var place = self
    place.map = nil
    return place
  }

  var isDirect: Bool { map == nil }

  /// The plane in which the layer is put over what is behind it: its own, or that of the holder where it is turned or
  /// is a bitmap.
  var blendingPlane: DrawingPlane { isDirect ? plane : outer.plane }

  func isTurnedAway(_ layer: SceneLayer) -> Bool { showsBack && !layer.read(LayerProperties.isDoubleSided) }

  /// What sublayers are drawn into.
  func holder(_ layer: SceneLayer) -> LayerHolder { isDirect ? inside(layer) : through(layer) }

  private func inside(_ layer: SceneLayer) -> LayerHolder {
    var plane = plane
    let isFlipped = layer.read(LayerProperties.isGeometryFlipped)
    if isFlipped { plane.turnsImages.toggle() }
    return LayerHolder(
      plane: plane, placement: sublayerPlacement, showsBack: showsBack, isFlipped: isFlipped,
      space: layer.kind.showsDepth(layer) ? outer.space : nil)
  }

  /// What sublayers are drawn into when they are drawn among the holder's pixels, flattened as always.
  func through(_ layer: SceneLayer) -> LayerHolder {
    var holder = inside(layer)
    let flat = sublayerPlacement.followed(by: CATransform3DMakeScale(1, 1, 0)).followed(by: outer.space)
    let turnsImages = holder.plane.turnsImages
    (holder.plane, holder.placement) = (outer.plane, flat)
    holder.plane.turnsImages = turnsImages
    if PlaneMap(outer.space).orientation < 0 { holder.isFlipped.toggle() }
    return holder
  }

  /// What masks of the layer are drawn into: they lie among its own points.
  var maskHolder: LayerHolder {
    if isDirect { return LayerHolder(plane: plane, placement: CATransform3DIdentity) }
    var seen = outer.plane
    seen.turnsImages = plane.turnsImages
    return LayerHolder(
      plane: seen, placement: CATransform3DMakeScale(1, 1, 0).followed(by: outer.space),
      isFlipped: PlaneMap(outer.space).orientation < 0)
  }

  /// The plane's pixels among the holder's.
  func placed(_ image: Node) -> Node { map.map { image.moved(by: $0, reading: reading) } ?? image }

  /// The holder's pixels among the plane's.
  func taken(_ image: Node) -> Node {
    guard let map else { return image }
    return map.inverse.map { image.moved(by: $0) } ?? .empty
  }
}

extension Node {
  /// Moved by any map of the plane; what lies behind the eye is cut off.
  func moved(by map: PlaneMap, reading: Sampling = .linear) -> Node {
    // A pixel more around it, so that its edges are as soft outside as they are inside.
    if let rect = extent.rect, case let wide = Extent(rect.outset(by: 1)) {
      let image = Node(.formula(.same, [], .stated(wide)), [self])
      return (reading == .nearest ? image.sampled(.nearest) : image).movedAsItIs(by: map, reading)
    }
    return movedAsItIs(by: map, reading)
  }

  private func movedAsItIs(by map: PlaneMap, _ reading: Sampling) -> Node {
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
    let places = corners.clipped { map.depth($0) - least }.compactMap(map.apply)
    guard let box = UserRect(around: places) else { return .empty }
    let front = corners.allSatisfy { map.depth($0) >= least } ? self : inFront(of: map, least)
    return front.warped(by: formula, rows.0, rows.1, rows.2).cropped(to: box.pixels)
  }

  /// The part whose depth is at least `least`, with an edge of a pixel.
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
  /// What is nearer counts as behind the eye: a hundredth of the farthest point, as it would be enlarged a hundred
  /// times. Nil where all of the points are behind.
  fileprivate func leastDepth(of points: [SIMD2<Double>]) -> Double? {
    guard let farthest = points.map(depth).max(), farthest > 0 else { return nil }
    return farthest / 100
  }

  /// Where the corners of a rectangle lead; nil unless all of them are in front of the eye, and near enough to be told
  /// apart from their neighbours.
  func corners(of rect: UserRect) -> [SIMD2<Double>]? {
    let corners = rect.corners
    guard let least = leastDepth(of: corners), corners.allSatisfy({ depth($0) >= least }) else { return nil }
    let places = corners.compactMap(apply)
    return places.count == 4 && places.allSatisfy { max(abs($0.x), abs($0.y)) < 1e6 } ? places : nil
  }
}

extension UserRect {
  /// One after the other around it.
  fileprivate var corners: [SIMD2<Double>] { [min, [max.x, min.y], max, [min.x, max.y]] }

  /// The smallest that holds some points; nil for none.
  init?(around points: [SIMD2<Double>]) {
    guard let first = points.first else { return nil }
    let (low, high) = points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    self.init(low, high)
  }
}

extension [SIMD2<Double>] {
  /// The part of a convex outline where a linear function is at least 0.
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
