import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// A curve that has a name.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name; those that are not known act as `default`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At an even speed.
  public static let linear = Self(rawValue: "linear")
  /// Begins slowly.
  public static let easeIn = Self(rawValue: "easeIn")
  /// Ends slowly.
  public static let easeOut = Self(rawValue: "easeOut")
  /// Begins and ends slowly.
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  /// Begins a little slowly and ends slowly: that of changes that animate by themselves.
  public static let `default` = Self(rawValue: "default")
}

/// How fast progress is made: a curve of degree three from (0, 0) to (1, 1). Immutable, equal by value.
public final class CAMediaTimingFunction: NSObject, NSCopying, Sendable {
  let curve: TimingCurve

  /// - Parameters: two control points. x is brought into 0...1; y may leave it.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    curve = TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  private init(_ curve: TimingCurve) { self.curve = curve }

  /// A named curve; `default`, with a line in the log, for names that are not known.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .linear: self.init(TimingCurve.linear)
    case .easeIn: self.init(TimingCurve.easeIn)
    case .easeOut: self.init(TimingCurve.easeOut)
    case .easeInEaseOut: self.init(TimingCurve.easeInEaseOut)
    case .default: self.init(TimingCurve.usual)
    default:
      RenderLog.process.note(
        "CAMediaTimingFunction: no curve is called \(name.rawValue); known are linear, easeIn, easeOut, easeInEaseOut,"
          + " default, which is used")
      self.init(TimingCurve.usual)
    }
  }

  /// One of the four points of the curve.
  ///
  /// - Parameters:
  ///   - idx: 0...3; another one writes nothing.
  ///   - ptr: room for x and y.
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    let points = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
    guard points.indices.contains(idx) else { return }
    (ptr[0], ptr[1]) = (Float(points[idx].0), Float(points[idx].1))
  }

  /// Itself, as nothing can change it.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
  public override var hash: Int { curve.hashValue }
}
