import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

extension CALayer {
  var geometry: LayerGeometry { LayerGeometry(self) }

  /// The bounding rectangle in the superlayer's coordinates. Setting it changes position and size, and preserves the
  /// transform and the bounds' origin. For a rotated layer, where Core Animation leaves the result undefined, the size
  /// is divided by the lengths of the transformed axes.
  public var frame: CGRect {
    get { geometry.box }
    set {
      let rect = newValue.storable
      guard rect.scalars.allSatisfy({ abs($0) <= 1e15 }) else {
        return RenderLog.process.note(
          "\(type(of: self)): the numbers of frame must be between -1e15 and 1e15 (got \(newValue)); unchanged")
      }
      let map = transform
      func size(_ length: CGFloat, _ scale: Double) -> CGFloat { scale > 1e-9 ? length / CGFloat(scale) : length }
      bounds.size = CGSize(
        width: size(rect.width, hypot(map.m11, map.m12)), height: size(rect.height, hypot(map.m21, map.m22)))
      let box = geometry.box
      position = CGPoint(
        x: position.x + rect.origin.x - box.origin.x, y: position.y + rect.origin.y - box.origin.y)
    }
  }

  /// Returns the transform if it is affine, otherwise the identity.
  public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  /// Sets the transform to an affine transform.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// The transform from the layer's coordinates to the superlayer's, with z.
  private var mapToSuperlayer: CATransform3D {
    let placement = geometry.placement
    guard maskedLayer == nil, let superlayer else { return placement }
    return placement.followed(by: superlayer.geometry.sublayerPlacement)
  }

  /// The layer whose mask this one is.
  private var maskedLayer: CALayer? { superlayer.flatMap { $0.maskLayer === self ? $0 : nil } }

  /// Returns the map from this layer's coordinates to those of an ancestor; if `end` is nil, to the root's superspace.
  private func map(upTo end: CALayer?) -> PlaneMap {
    var (map, next) = (PlaneMap.identity, self as CALayer?)
    while let layer = next, layer !== end {
      var step = layer.mapToSuperlayer
      next = layer.superlayer
      // Transform layers preserve the depth of their sublayers.
      while let container = next, type(of: container).kind.isTransformOnly, container !== end {
        step = step.followed(by: container.mapToSuperlayer)
        next = container.superlayer
      }
      map = map.followed(by: PlaneMap(step))
    }
    return map
  }

  private func map(to other: CALayer?) -> PlaneMap? {
    let ancestors = Set((other?.chain ?? []).map(ObjectIdentifier.init))
    let common = chain.first { ancestors.contains(ObjectIdentifier($0)) }
    guard let other else { return map(upTo: nil) }
    return other.map(upTo: common).inverse.map { map(upTo: common).followed(by: $0) }
  }

  /// Converts a point from this layer's coordinates to another layer's; if `l` is nil, to the root's superspace. In 3D,
  /// points are projected along the line of sight. If the conversion is undefined, returns the point itself.
  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { map(to: l).flatMap { p.applied($0) } ?? p }

  /// Converts a point from another layer's coordinates to this layer's.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    (l.map { $0.map(to: self) } ?? map(upTo: nil).inverse).flatMap { p.applied($0) } ?? p
  }

  /// Returns the bounding box of a rectangle of this layer in another layer's coordinates.
  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { map(to: l).flatMap { r.applied($0) } ?? r }

  /// Returns the bounding box of a rectangle of another layer in this layer's coordinates.
  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    (l.map { $0.map(to: self) } ?? map(upTo: nil).inverse).flatMap { r.applied($0) } ?? r
  }

  /// Implements `hitTest(_:)`.
  func frontmost(at p: CGPoint) -> CALayer? {
    // The pending layers, each with the map from its coordinates to the point's; the frontmost is last.
    let isFlipped = maskedLayer == nil && superlayer?.isGeometryFlipped == true
    var pending = [Candidate(layer: self, map: mapToSuperlayer, outer: .identity, isFlipped: isFlipped)]
    while let next = pending.popLast() {
      if next.isVisited {
        if next.isHit { return next.layer }
        continue
      }
      guard !next.layer.isHidden else { continue }
      let isTransformOnly = type(of: next.layer).kind.isTransformOnly
      let map = isTransformOnly ? nil : PlaneMap(next.map).followed(by: next.outer)
      var inside = false
      if let map {
        // A mirrored layer whose front is visible counts as facing the viewer.
        if !next.layer.isDoubleSided, (map.orientation < 0) != next.isFlipped { continue }
        guard let point = map.inverse.flatMap({ p.applied($0) }) else { continue }
        inside = next.layer.contains(point)
        if next.layer.masksToBounds, !inside { continue }
      }
      pending.append(Candidate(layer: next.layer, isVisited: true, isHit: inside))
      let placement = next.layer.geometry.sublayerPlacement
      let isFlipped = next.isFlipped != next.layer.isGeometryFlipped
      for child in next.layer.drawingOrder {
        let step = child.geometry.placement.followed(by: placement)
        pending.append(
          map.map { Candidate(layer: child, map: step, outer: $0, isFlipped: isFlipped) }
            ?? Candidate(
              layer: child, map: step.followed(by: next.map), outer: next.outer, isFlipped: isFlipped))
      }
    }
    return nil
  }

  private struct Candidate {
    let layer: CALayer
    var map = CATransform3DIdentity
    var outer = PlaneMap.identity
    /// Whether an odd number of layers, from this one up to the point's superspace, are flipped.
    var isFlipped = false
    var isVisited = false
    var isHit = false
  }
}

extension LayerGeometry {
  /// The bounding box of the bounds in the superlayer.
  var box: CGRect { bounds.applied(PlaneMap(placement)) ?? CGRect(origin: position, size: .zero) }
}

extension CGPoint {
  func applied(_ map: PlaneMap) -> CGPoint? { map.apply(SIMD2(x, y)).map { CGPoint(x: $0.x, y: $0.y) } }
}

extension CGRect {
  var corners: [SIMD2<Double>] { [[minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]] }

  /// Returns the bounding box of the mapped corners; nil if a corner is mapped to infinity.
  func applied(_ map: PlaneMap) -> CGRect? {
    let points = corners.compactMap(map.apply)
    guard points.count == 4, let left = points.map(\.x).min(), let right = points.map(\.x).max(),
      let bottom = points.map(\.y).min(), let top = points.map(\.y).max()
    else { return nil }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
