import AnimationMath
import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// A layer of a shared 3D space, as projected for the viewer.
struct SpaceQuad {
  /// The projected bounds in front of the eye: a convex polygon, in points of the container's plane.
  let outline: [SIMD2<Double>]
  /// The linear depth function: its product with (x, y, 1) is the depth, and more is nearer. Nil if the layer is seen
  /// edge-on.
  let depth: SIMD3<Double>?

  /// - Parameter space: the transform from the layer's points to those of the container's plane, with z.
  init(_ bounds: CGRect, _ space: CATransform3D) {
    let map = PlaneMap(space)
    let (least, most) = (
      SIMD2(Double(bounds.minX), Double(bounds.minY)), SIMD2(Double(bounds.maxX), Double(bounds.maxY))
    )
    let corners = [least, [most.x, least.y], most, [least.x, most.y]]
    let farthest = corners.map(map.depth).max() ?? 0
    outline = corners.clipped { map.depth($0) - farthest / 100 }.compactMap(map.apply)
    // z = depth · (x, y, w) for each point of the layer: three equations for three unknowns.
    let (a, b, c) = (map.y.crossed(with: map.w), map.w.crossed(with: map.x), map.x.crossed(with: map.y))
    let z: SIMD3<Double> = [space.m13, space.m23, space.m43]
    let found = SIMD3(z.dot(a), z.dot(b), z.dot(c)) / map.x.dot(a)
    depth = farthest > 0 && found.sum().isFinite ? found : nil
  }
}

/// The layers of one 3D space from the farthest to the nearest; intersecting layers are split.
///
/// A projection preserves planes, so projected depth is linear over each layer, and two layers intersect along a line.
/// The order of layers of equal depth, or without overlap, is stable.
struct SpaceOrder {
  /// A layer, or its part on one side of some lines.
  struct Piece {
    let index: Int
    fileprivate var outline: [SIMD2<Double>]
    /// The lines: the product with (x, y, 1) is above 0 on the side of the piece.
    var lines: [SIMD3<Double>] = []
  }

  /// The maximum number of pieces; more are only ordered by the depth of their centres.
  private static let maximumPieces = 256

  let pieces: [Piece]

  init(_ quads: [SpaceQuad]) {
    let unsplit = quads.indices.map { Piece(index: $0, outline: quads[$0].outline) }
    let isFlat = quads.allSatisfy { quad in quad.depth.map { $0.x == 0 && $0.y == 0 } ?? true }
    guard quads.count > 1, quads.count <= Self.maximumPieces, !isFlat else {
      pieces = unsplit
      return
    }
    var pieces: [Piece] = []
    for piece in unsplit {
      var parts = [piece]
      for other in pieces { parts = parts.flatMap { Self.split($0, by: other, quads) } }
      pieces += parts
      guard pieces.count <= Self.maximumPieces else {
        self.pieces = unsplit
        return
      }
    }
    self.pieces = Self.sorted(pieces, quads)
  }

  /// Returns the difference of two depth functions, with its minimum and maximum over the overlap; nil if there is no
  /// overlap.
  private static func difference(
    _ a: Piece, _ b: Piece, _ quads: [SpaceQuad]
  ) -> (line: SIMD3<Double>, least: Double, most: Double)? {
    guard let near = quads[a.index].depth, let far = quads[b.index].depth, a.outline.count > 2, b.outline.count > 2
    else { return nil }
    let common = a.outline.within(b.outline)
    guard common.count > 2, common.area > 1e-6 else { return nil }
    let values = common.map { near.dot(SIMD3($0, 1)) - far.dot(SIMD3($0, 1)) }
    return (near - far, values.min() ?? 0, values.max() ?? 0)
  }

  /// Returns the rounding error of depths of this magnitude; smaller differences count as equal.
  private static func rounding(_ quads: [SpaceQuad], _ a: Piece) -> Double {
    let sizes = a.outline.map { abs(quads[a.index].depth?.dot(SIMD3($0, 1)) ?? 0) }
    return 1e-6 * (1 + (sizes.max() ?? 0))
  }

  private static func split(_ piece: Piece, by other: Piece, _ quads: [SpaceQuad]) -> [Piece] {
    let limit = rounding(quads, piece)
    guard let (line, least, most) = difference(piece, other, quads), least < -limit, most > limit else {
      return [piece]
    }
    return [line, -line].map { side in
      var part = piece
      part.outline = piece.outline.clipped { side.dot(SIMD3($0, 1)) }
      part.lines.append(side)
      return part
    }
  }

  /// Returns the pieces in an order in which each follows the pieces behind it; the order is stable.
  private static func sorted(_ pieces: [Piece], _ quads: [SpaceQuad]) -> [Piece] {
    var nearerPieces = [[Int]](repeating: [], count: pieces.count)
    var pendingCounts = [Int](repeating: 0, count: pieces.count)
    for a in pieces.indices {
      for b in pieces.indices.dropFirst(a + 1) {
        guard let (_, least, most) = difference(pieces[a], pieces[b], quads) else { continue }
        let isNearer = most > rounding(quads, pieces[a]) && most > -least
        nearerPieces[isNearer ? b : a].append(isNearer ? a : b)
        pendingCounts[isNearer ? a : b] += 1
      }
    }
    var (result, remaining) = ([Piece](), Array(pieces.indices))
    while !remaining.isEmpty {
      // If all pieces are pending, as in a cyclic overlap, any is a valid choice.
      let index = remaining.firstIndex { pendingCounts[$0] <= 0 } ?? 0
      let next = remaining.remove(at: index)
      result.append(pieces[next])
      for nearer in nearerPieces[next] { pendingCounts[nearer] -= 1 }
    }
    return result
  }
}

extension [SIMD2<Double>] {
  /// Twice the signed area, above 0 for counter-clockwise order.
  private var signedDoubleArea: Double {
    indices.reduce(0) { sum, index in
      let (a, b) = (self[index], self[(index + 1) % count])
      return sum + a.x * b.y - b.x * a.y
    }
  }

  fileprivate var area: Double { abs(signedDoubleArea) / 2 }

  /// Returns the intersection of two convex polygons.
  fileprivate func within(_ other: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let side: Double = other.signedDoubleArea < 0 ? -1 : 1
    return other.indices.reduce(self) { part, index in
      let (a, b) = (other[index], other[(index + 1) % other.count])
      let edge = (b - a) * side
      return part.clipped { ($0.y - a.y) * edge.x - ($0.x - a.x) * edge.y }
    }
  }
}

extension DrawingPlane {
  /// Returns a mask of one side of a line, where the product with (x, y, 1) in points is above 0. The masks of both
  /// sides add up to 1.
  func side(of line: SIMD3<Double>) -> Node {
    let normal = SIMD2(line.x / scale, (isMirrored ? -line.y : line.y) / scale)
    let offset = line.z - (normal * origin).sum()
    let squared = (normal * normal).sum()
    guard squared > 0, squared.isFinite else { return offset > 0 ? .white : .empty }
    let unit = normal / squared.squareRoot()
    // A hundredth of a pixel, as the formula needs a width above zero.
    let start = normal * (-offset / squared) - unit * 0.005
    return .generated(
      by: LinearGradient.formula, SIMD4<Float>.zero, SIMD4<Float>(1, 1, 1, 1), SIMD2<Float>(start),
      SIMD2<Float>(unit * 100))
  }
}
