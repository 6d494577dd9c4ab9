import AnimationMath
import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// A layer in a space of several, as the viewer sees it.
struct SpaceQuad {
  /// Its bounds where they are in front of the eye: a convex outline, in points of the holder's plane.
  let outline: [SIMD2<Double>]
  /// How deep it is at a place (x, y): the product with (x, y, 1). More is nearer. Nil where it is seen from its side.
  let depth: SIMD3<Double>?

  /// - Parameter space: from the layer's points to those of the holder's plane, with z.
  init(_ bounds: CGRect, _ space: CATransform3D) {
    let map = PlaneMap(space)
    let (least, most) = (
      SIMD2(Double(bounds.minX), Double(bounds.minY)), SIMD2(Double(bounds.maxX), Double(bounds.maxY))
    )
    let corners = [least, [most.x, least.y], most, [least.x, most.y]]
    let farthest = corners.map(map.depth).max() ?? 0
    outline = corners.clipped { map.depth($0) - farthest / 100 }.compactMap(map.apply)
    // z = depth · (x, y, w) for each point of the layer: three equations for the three numbers.
    let (a, b, c) = (map.y.crossed(with: map.w), map.w.crossed(with: map.x), map.x.crossed(with: map.y))
    let z: SIMD3<Double> = [space.m13, space.m23, space.m43]
    let found = SIMD3(z.dot(a), z.dot(b), z.dot(c)) / map.x.dot(a)
    depth = farthest > 0 && found.sum().isFinite ? found : nil
  }
}

/// Layers of one space from the farthest to the nearest, each cut where it goes through another one.
///
/// A projection keeps planes, so that depth as it is seen is linear over each layer, and two of them change places
/// along a line. What lies equally deep, or apart, keeps its order.
struct SpaceOrder {
  /// A layer, or the part of it on one side of lines.
  struct Piece {
    let index: Int
    fileprivate var outline: [SIMD2<Double>]
    /// The product with (x, y, 1) is above 0 where the piece is.
    var cuts: [SIMD3<Double>] = []
  }

  /// More layers, or pieces, are only put in the order of their middles.
  private static let most = 256

  let pieces: [Piece]

  init(_ quads: [SpaceQuad]) {
    let whole = quads.indices.map { Piece(index: $0, outline: quads[$0].outline) }
    let isFlat = quads.allSatisfy { quad in quad.depth.map { $0.x == 0 && $0.y == 0 } ?? true }
    guard quads.count > 1, quads.count <= Self.most, !isFlat else {
      pieces = whole
      return
    }
    var pieces: [Piece] = []
    for piece in whole {
      var parts = [piece]
      for other in pieces { parts = parts.flatMap { Self.cut($0, by: other, quads) } }
      pieces += parts
      guard pieces.count <= Self.most else {
        self.pieces = whole
        return
      }
    }
    self.pieces = Self.sorted(pieces, quads)
  }

  /// How much deeper or nearer one is than another where both are, in three numbers as above, and the least and the
  /// most of it; nil where they do not meet.
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

  /// Below this, layers lie in each other: rounding of numbers as large as those.
  private static func rounding(_ quads: [SpaceQuad], _ a: Piece) -> Double {
    let sizes = a.outline.map { abs(quads[a.index].depth?.dot(SIMD3($0, 1)) ?? 0) }
    return 1e-6 * (1 + (sizes.max() ?? 0))
  }

  private static func cut(_ piece: Piece, by other: Piece, _ quads: [SpaceQuad]) -> [Piece] {
    let limit = rounding(quads, piece)
    guard let (line, least, most) = difference(piece, other, quads), least < -limit, most > limit else {
      return [piece]
    }
    return [line, -line].map { side in
      var part = piece
      part.outline = piece.outline.clipped { side.dot(SIMD3($0, 1)) }
      part.cuts.append(side)
      return part
    }
  }

  /// So that each comes after what lies behind it; of those that may come next the first one.
  private static func sorted(_ pieces: [Piece], _ quads: [SpaceQuad]) -> [Piece] {
    var (behind, waits) = ([[Int]](repeating: [], count: pieces.count), [Int](repeating: 0, count: pieces.count))
    for a in pieces.indices {
      for b in pieces.indices.dropFirst(a + 1) {
        guard let (_, least, most) = difference(pieces[a], pieces[b], quads) else { continue }
        let isNearer = most > rounding(quads, pieces[a]) && most > -least
        behind[isNearer ? b : a].append(isNearer ? a : b)
        waits[isNearer ? a : b] += 1
      }
    }
    var (result, left) = ([Piece](), Array(pieces.indices))
    while !left.isEmpty {
      // Where each waits for another, which three that overlap in a ring do, any is as good.
      let place = left.firstIndex { waits[$0] <= 0 } ?? 0
      let next = left.remove(at: place)
      result.append(pieces[next])
      for nearer in behind[next] { waits[nearer] -= 1 }
    }
    return result
  }
}

extension [SIMD2<Double>] {
  /// Twice the area, above 0 where the corners go round to the left.
  private var turn: Double {
    indices.reduce(0) { sum, index in
      let (a, b) = (self[index], self[(index + 1) % count])
      return sum + a.x * b.y - b.x * a.y
    }
  }

  fileprivate var area: Double { abs(turn) / 2 }

  /// The part of a convex outline inside of another one.
  fileprivate func within(_ other: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let side: Double = other.turn < 0 ? -1 : 1
    return other.indices.reduce(self) { part, index in
      let (a, b) = (other[index], other[(index + 1) % other.count])
      let way = (b - a) * side
      return part.clipped { ($0.y - a.y) * way.x - ($0.x - a.x) * way.y }
    }
  }
}

extension DrawingPlane {
  /// White on one side of a line, where the product with (x, y, 1) in points is above 0; clear on the other. Each
  /// pixel is on one of the two sides, so that both parts add up.
  func side(of line: SIMD3<Double>) -> Node {
    let way = SIMD2(line.x / scale, (isMirrored ? -line.y : line.y) / scale)
    let off = line.z - (way * origin).sum()
    let squared = (way * way).sum()
    guard squared > 0, squared.isFinite else { return off > 0 ? .white : .empty }
    let unit = way / squared.squareRoot()
    // A hundredth of a pixel: the formula has no width of nothing.
    let start = way * (-off / squared) - unit * 0.005
    return .generated(
      by: LinearGradient.formula, SIMD4<Float>.zero, SIMD4<Float>(1, 1, 1, 1), SIMD2<Float>(start),
      SIMD2<Float>(unit * 100))
  }
}
