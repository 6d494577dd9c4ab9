import CoreGraphics
import Foundation
import ImageGraph

/// A region of the plane, the domain of old kernels. Here it is a rectangle, empty or infinite. Immutable; equal
/// regions are equal.
public final class CIFilterShape: NSObject, Sendable {
  package let region: Extent

  private init(_ region: Extent) { self.region = region }

  /// Creates a region of a rectangle.
  public init(rect r: CGRect) { region = Extent(UserRect(r)) }

  /// The bounding box: null if the region is empty, infinite if it is unbounded.
  public var extent: CGRect { CGRect(region) }

  /// Returns the region transformed by a map, as a rectangle.
  ///
  /// - Parameter flag: true for a rectangle inside of the transformed region; false for its bounding box. Both are
  ///   equal for maps that preserve the axes. The inner rectangle has the centre and the aspect ratio of the outer one.
  public func transform(by m: CGAffineTransform, interior flag: Bool) -> CIFilterShape {
    CIFilterShape(
      region.map { rect in
        let outer = m.map.apply(rect)
        guard flag, let back = m.map.inverse, outer.isFinite, !outer.isEmpty else { return outer }
        let (center, half) = ((outer.min + outer.max) / 2, (outer.max - outer.min) / 2)
        let (middle, own) = ((rect.min + rect.max) / 2, (rect.max - rect.min) / 2)
        // The distance of the outer rectangle's corners from the region's centre, in halves of its sides.
        let corners: [SIMD2<Double>] = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
        let excess = corners.map { corner in
          let off = back.apply(center + corner * half) - middle
          return Swift.max(abs(off.x) / own.x, abs(off.y) / own.y)
        }
        let fraction = 1 / Swift.max(excess.max() ?? 1, 1)
        return UserRect(center - half * fraction, center + half * fraction)
      })
  }

  /// Returns the region reduced by so many pixels on each side, or enlarged if they are negative.
  public func insetBy(x dx: Int32, y dy: Int32) -> CIFilterShape {
    CIFilterShape(region.map { $0.outset(by: [-Double(dx), -Double(dy)]) })
  }

  /// Returns the bounding box of both regions.
  public func union(with s2: CIFilterShape) -> CIFilterShape { CIFilterShape(region.union(s2.region)) }

  /// Returns the intersection of both regions.
  public func intersect(with s2: CIFilterShape) -> CIFilterShape { CIFilterShape(region.intersection(s2.region)) }

  public override func isEqual(_ object: Any?) -> Bool { (object as? CIFilterShape)?.region == region }
  public override var hash: Int { region.hashValue }
  /// The rectangle.
  public override var description: String { "<CIFilterShape: \(region)>" }
}
