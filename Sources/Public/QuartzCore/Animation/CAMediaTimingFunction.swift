import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// The name of a timing curve.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a name from any string; unknown names act as `default`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant speed.
  public static let linear = Self(rawValue: "linear")
  /// Starts slowly.
  public static let easeIn = Self(rawValue: "easeIn")
  /// Ends slowly.
  public static let easeOut = Self(rawValue: "easeOut")
  /// Starts and ends slowly.
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  /// Starts slightly slowly and ends slowly: the curve of implicit animations.
  public static let `default` = Self(rawValue: "default")
}

/// A timing curve: a cubic Bézier curve from (0, 0) to (1, 1). Immutable; equality is by value.
public final class CAMediaTimingFunction: NSObject, NSCopying, Sendable {
  let curve: TimingCurve

  /// - Parameters: two control points. x is clamped to 0...1; y is unlimited.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    curve = TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  private init(_ curve: TimingCurve) { self.curve = curve }

  /// Creates a named curve. For an unknown name, uses `default`, and a message is logged.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .linear: self.init(TimingCurve.linear)
    case .easeIn: self.init(TimingCurve.easeIn)
    case .easeOut: self.init(TimingCurve.easeOut)
    case .easeInEaseOut: self.init(TimingCurve.easeInEaseOut)
    case .default: self.init(TimingCurve.default)
    default:
      RenderLog.process.note(
        "CAMediaTimingFunction: the name must be linear, easeIn, easeOut, easeInEaseOut or default "
          + "(got \(name.rawValue)); default is used")
      self.init(TimingCurve.default)
    }
  }

  /// Writes one of the four points of the curve.
  ///
  /// - Parameters:
  ///   - idx: 0...3; for another index, nothing is written.
  ///   - ptr: space for x and y.
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    let points = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
    guard points.indices.contains(idx) else { return }
    (ptr[0], ptr[1]) = (Float(points[idx].0), Float(points[idx].1))
  }

  /// Returns the object itself, as it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
  public override var hash: Int { curve.hashValue }
}
