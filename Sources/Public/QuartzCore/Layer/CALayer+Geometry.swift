import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

extension CALayer {
  var geometry: LayerGeometry { LayerGeometry(self) }

  /// The rectangle around the bounds in the superlayer's space. Setting it keeps the transform and the bounds' origin
  /// and changes position and size; under a rotation Core Animation leaves that undefined, and here the size is divided
  /// by the lengths of the turned axes.
  public var frame: CGRect {
    get { geometry.box }
    set {
      let wanted = newValue.kept
      guard wanted.numbers.allSatisfy({ abs($0) <= 1e15 }) else {
        return RenderLog.process.note(
          "\(type(of: self)): frame is \(newValue); give numbers of at most 1e15. The frame before stays")
      }
      let map = transform
      func size(_ length: CGFloat, _ scale: Double) -> CGFloat { scale > 1e-9 ? length / CGFloat(scale) : length }
      bounds.size = CGSize(
        width: size(wanted.width, hypot(map.m11, map.m12)), height: size(wanted.height, hypot(map.m21, map.m22)))
      let box = geometry.box
      position = CGPoint(
        x: position.x + wanted.origin.x - box.origin.x, y: position.y + wanted.origin.y - box.origin.y)
    }
  }

  /// The transform where it is a map of the plane, else the identity.
  public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  /// Replaces the transform.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// From the layer's own space to the superlayer's, with z.
  private var mapToSuperlayer: CATransform3D {
    let own = geometry.placement
    guard maskedLayer == nil, let superlayer else { return own }
    return own.followed(by: superlayer.geometry.sublayerPlacement)
  }

  /// The layer whose mask this one is.
  private var maskedLayer: CALayer? { superlayer.flatMap { $0.maskLayer === self ? $0 : nil } }

  /// From this layer's space to that of a layer above it; nil: to the space in which the root lies.
  private func map(upTo end: CALayer?) -> PlaneMap {
    var (map, next) = (PlaneMap.identity, self as CALayer?)
    while let layer = next, layer !== end {
      var step = layer.mapToSuperlayer
      next = layer.superlayer
      // Layers that only transform hand on the depth of what is in them.
      while let holder = next, type(of: holder).kind.onlyMoves, holder !== end {
        step = step.followed(by: holder.mapToSuperlayer)
        next = holder.superlayer
      }
      map = map.followed(by: PlaneMap(step))
    }
    return map
  }

  private func map(to other: CALayer?) -> PlaneMap? {
    let above = Set((other?.chain ?? []).map(ObjectIdentifier.init))
    let common = chain.first { above.contains(ObjectIdentifier($0)) }
    guard let other else { return map(upTo: nil) }
    return other.map(upTo: common).inverse.map { map(upTo: common).followed(by: $0) }
  }

  /// A point of this layer's space in that of another; nil: of the space in which the root lies. Points of a layer in
  /// depth are found along the line of sight. Where there is none, the point itself.
  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { map(to: l).flatMap { p.applied($0) } ?? p }

  /// A point of another layer's space in this one's.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    (l.map { $0.map(to: self) } ?? map(upTo: nil).inverse).flatMap { p.applied($0) } ?? p
  }

  /// The box around a rectangle of this layer's space in that of another.
  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect { map(to: l).flatMap { r.applied($0) } ?? r }

  /// The box around a rectangle of another layer's space in this one's.
  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    (l.map { $0.map(to: self) } ?? map(upTo: nil).inverse).flatMap { r.applied($0) } ?? r
  }

  /// See `hitTest(_:)`.
  func frontmost(at p: CGPoint) -> CALayer? {
    // Each waiting layer with the map from its space to the one that the point is in; the frontmost last.
    let isFlipped = maskedLayer == nil && superlayer?.isGeometryFlipped == true
    var waiting = [Candidate(layer: self, map: mapToSuperlayer, outer: .identity, isFlipped: isFlipped)]
    while let next = waiting.popLast() {
      if next.isVisited {
        if next.isHit { return next.layer }
        continue
      }
      guard !next.layer.isHidden else { continue }
      let passesOn = type(of: next.layer).kind.onlyMoves
      let map = passesOn ? nil : PlaneMap(next.map).followed(by: next.outer)
      var inside = false
      if let map {
        // What mirrors without showing a back does not count.
        if !next.layer.isDoubleSided, (map.orientation < 0) != next.isFlipped { continue }
        guard let point = map.inverse.flatMap({ p.applied($0) }) else { continue }
        inside = next.layer.contains(point)
        if next.layer.masksToBounds, !inside { continue }
      }
      waiting.append(Candidate(layer: next.layer, isVisited: true, isHit: inside))
      let placement = next.layer.geometry.sublayerPlacement
      let isFlipped = next.isFlipped != next.layer.isGeometryFlipped
      for child in next.layer.drawingOrder {
        let step = child.geometry.placement.followed(by: placement)
        waiting.append(
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
    /// True when an odd number of layers from it up to where the point is are flipped.
    var isFlipped = false
    var isVisited = false
    var isHit = false
  }
}

extension LayerGeometry {
  /// Around the bounds where the layer is placed.
  var box: CGRect { bounds.applied(PlaneMap(placement)) ?? CGRect(origin: position, size: .zero) }
}

extension CGPoint {
  func applied(_ map: PlaneMap) -> CGPoint? { map.apply(SIMD2(x, y)).map { CGPoint(x: $0.x, y: $0.y) } }
}

extension CGRect {
  var corners: [SIMD2<Double>] { [[minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]] }

  /// The box around the mapped corners; nil where one of them leads nowhere.
  func applied(_ map: PlaneMap) -> CGRect? {
    let places = corners.compactMap(map.apply)
    guard places.count == 4, let left = places.map(\.x).min(), let right = places.map(\.x).max(),
      let low = places.map(\.y).min(), let high = places.map(\.y).max()
    else { return nil }
    return CGRect(x: left, y: low, width: right - left, height: high - low)
  }
}
