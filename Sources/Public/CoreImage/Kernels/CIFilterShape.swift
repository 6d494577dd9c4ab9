import CoreGraphics
import Foundation
import ImageGraph

/// A region of the plane, as old kernels state where they have pixels. Here always a rectangle, or nothing, or all.
/// Immutable; equal regions are equal.
public final class CIFilterShape: NSObject, Sendable {
  package let region: Extent

  private init(_ region: Extent) { self.region = region }

  /// The rectangle.
  public init(rect r: CGRect) { region = Extent(UserRect(r)) }

  /// The smallest rectangle around it: null for nothing, infinite for all.
  public var extent: CGRect { CGRect(region) }

  /// Moved by a map, as a rectangle.
  ///
  /// - Parameter flag: true: inside of the moved region; false: around it. They are the same for maps that keep the
  ///   axes. The inner one has the outer one's centre and proportions.
  public func transform(by m: CGAffineTransform, interior flag: Bool) -> CIFilterShape {
    CIFilterShape(
      region.map { rect in
        let outer = m.map.apply(rect)
        guard flag, let back = m.map.inverse, outer.isFinite, !outer.isEmpty else { return outer }
        let (center, half) = ((outer.min + outer.max) / 2, (outer.max - outer.min) / 2)
        let (middle, own) = ((rect.min + rect.max) / 2, (rect.max - rect.min) / 2)
        // How far out of the region the outer rectangle's corners lie, in halves of its sides.
        let corners: [SIMD2<Double>] = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
        let excess = corners.map { corner in
          let off = back.apply(center + corner * half) - middle
          return Swift.max(abs(off.x) / own.x, abs(off.y) / own.y)
        }
        let share = 1 / Swift.max(excess.max() ?? 1, 1)
        return UserRect(center - half * share, center + half * share)
      })
  }

  /// Smaller by so many pixels on each side; larger where they are negative.
  public func insetBy(x dx: Int32, y dy: Int32) -> CIFilterShape {
    CIFilterShape(region.map { $0.outset(by: [-Double(dx), -Double(dy)]) })
  }

  /// The smallest rectangle around both.
  public func union(with s2: CIFilterShape) -> CIFilterShape { CIFilterShape(region.union(s2.region)) }

  /// What both have.
  public func intersect(with s2: CIFilterShape) -> CIFilterShape { CIFilterShape(region.intersection(s2.region)) }

  public override func isEqual(_ object: Any?) -> Bool { (object as? CIFilterShape)?.region == region }
  public override var hash: Int { region.hashValue }
  /// The rectangle.
  public override var description: String { "<CIFilterShape: \(region)>" }
}
