import Foundation

/// A direction with a length.
public struct CGVector: Hashable, Sendable, Codable {
  /// Along x.
  public var dx: CGFloat
  /// Along y, which points up.
  public var dy: CGFloat

  /// No length.
  public init() { self.init(dx: 0, dy: 0) }
  /// The vector of these components.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
  /// The vector of these components.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
  /// The vector of these components.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// No length.
  public static let zero = CGVector()
}
