import Foundation

/// A vector in the plane.
public struct CGVector: Hashable, Sendable, Codable {
  /// The component along x.
  public var dx: CGFloat
  /// The component along y, which points up.
  public var dy: CGFloat

  /// Creates the zero vector.
  public init() { self.init(dx: 0, dy: 0) }
  /// Creates the vector with these components.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
  /// Creates the vector with these components.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
  /// Creates the vector with these components.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// The zero vector.
  public static let zero = CGVector()
}
