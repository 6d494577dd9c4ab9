import AnimationMath
import CoreGraphics
import Foundation

/// The name of a value function.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Creates a name from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A rotation about x, in radians.
  public static let rotateX = Self(rawValue: "rotateX")
  /// A rotation about y, in radians.
  public static let rotateY = Self(rawValue: "rotateY")
  /// A rotation about z, in radians.
  public static let rotateZ = Self(rawValue: "rotateZ")
  /// A scaling along x, y and z: three factors.
  public static let scale = Self(rawValue: "scale")
  /// A scaling along x.
  public static let scaleX = Self(rawValue: "scaleX")
  /// A scaling along y.
  public static let scaleY = Self(rawValue: "scaleY")
  /// A scaling along z.
  public static let scaleZ = Self(rawValue: "scaleZ")
  /// A translation along x, y and z: three lengths in points.
  public static let translate = Self(rawValue: "translate")
  /// A translation along x, in points.
  public static let translateX = Self(rawValue: "translateX")
  /// A translation along y, in points.
  public static let translateY = Self(rawValue: "translateY")
  /// A translation along z, in points.
  public static let translateZ = Self(rawValue: "translateZ")
}

/// A function that converts the values of an animation to transforms: one number, or three (an array, or a `CIVector`).
/// Immutable.
public final class CAValueFunction: NSObject, NSCopying, Sendable {
  /// The name of the function.
  public let name: CAValueFunctionName
  private let component: String
  /// 0...2; nil for all three axes.
  private let axis: Int?

  /// Creates a function; returns nil for an unknown name.
  public init?(name: CAValueFunctionName) {
    let kinds = ["rotate": "rotation", "scale": "scale", "translate": "translation"]
    guard let kind = kinds.first(where: { name.rawValue.hasPrefix($0.key) }) else { return nil }
    let suffix = String(name.rawValue.dropFirst(kind.key.count))
    axis = ["X", "Y", "Z"].firstIndex(of: suffix)
    guard axis != nil || suffix.isEmpty && kind.key != "rotate" else { return nil }
    (self.name, component) = (name, kind.value)
  }

  /// Returns the transform for the function's arguments; nil if their number is wrong.
  func map(_ arguments: [Double]) -> CATransform3D? {
    guard arguments.count == (axis == nil ? 3 : 1) else { return nil }
    let neutral: CGFloat = component == "scale" ? 1 : 0
    var all = [neutral, neutral, neutral]
    if let axis { all[axis] = CGFloat(arguments[0]) } else { all = arguments.map { CGFloat($0) } }
    switch component {
    case "rotation":
      return CATransform3DMakeRotation(CGFloat(arguments[0]), axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
    case "scale": return CATransform3DMakeScale(all[0], all[1], all[2])
    default: return CATransform3DMakeTranslation(all[0], all[1], all[2])
    }
  }

  /// Returns the arguments of the current value at a key path: one number, or three in an array.
  func arguments(at keyPath: String, of target: any AnimationTarget) -> Any? {
    let names = ["x", "y", "z"]
    func number(_ axis: Int) -> Double {
      target.modelValue(at: "\(keyPath).\(component).\(names[axis])").flatMap { Double.reading($0) } ?? 0
    }
    return axis.map { number($0) as Any } ?? (0..<3).map { number($0) as Any }
  }

  /// Returns the object itself, as it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.name == name }
  public override var hash: Int { name.hashValue }
}
