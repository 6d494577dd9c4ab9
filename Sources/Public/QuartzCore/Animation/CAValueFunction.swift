import AnimationMath
import CoreGraphics
import Foundation

/// What makes matrices of numbers.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A turn about x by radians.
  public static let rotateX = Self(rawValue: "rotateX")
  /// A turn about y by radians.
  public static let rotateY = Self(rawValue: "rotateY")
  /// A turn about z by radians.
  public static let rotateZ = Self(rawValue: "rotateZ")
  /// Factors along x, y and z: three numbers.
  public static let scale = Self(rawValue: "scale")
  /// A factor along x.
  public static let scaleX = Self(rawValue: "scaleX")
  /// A factor along y.
  public static let scaleY = Self(rawValue: "scaleY")
  /// A factor along z.
  public static let scaleZ = Self(rawValue: "scaleZ")
  /// Points along x, y and z: three numbers.
  public static let translate = Self(rawValue: "translate")
  /// Points along x.
  public static let translateX = Self(rawValue: "translateX")
  /// Points along y.
  public static let translateY = Self(rawValue: "translateY")
  /// Points along z.
  public static let translateZ = Self(rawValue: "translateZ")
}

/// Makes a matrix of each value of an animation: of a number, or of three (an array, or a `CIVector`). Immutable.
public final class CAValueFunction: NSObject, NSCopying, Sendable {
  /// What it does.
  public let name: CAValueFunctionName
  private let part: String
  /// 0...2; nil for all three.
  private let axis: Int?

  /// Nil for names that are not known.
  public init?(name: CAValueFunctionName) {
    let kinds = ["rotate": "rotation", "scale": "scale", "translate": "translation"]
    guard let kind = kinds.first(where: { name.rawValue.hasPrefix($0.key) }) else { return nil }
    let rest = String(name.rawValue.dropFirst(kind.key.count))
    axis = ["X", "Y", "Z"].firstIndex(of: rest)
    guard axis != nil || rest.isEmpty && kind.key != "rotate" else { return nil }
    (self.name, part) = (name, kind.value)
  }

  /// The matrix of as many numbers as the function takes; nil for another count.
  func map(_ numbers: [Double]) -> CATransform3D? {
    guard numbers.count == (axis == nil ? 3 : 1) else { return nil }
    let neutral: CGFloat = part == "scale" ? 1 : 0
    var all = [neutral, neutral, neutral]
    if let axis { all[axis] = CGFloat(numbers[0]) } else { all = numbers.map { CGFloat($0) } }
    switch part {
    case "rotation":
      return CATransform3DMakeRotation(CGFloat(numbers[0]), axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
    case "scale": return CATransform3DMakeScale(all[0], all[1], all[2])
    default: return CATransform3DMakeTranslation(all[0], all[1], all[2])
    }
  }

  /// The numbers that make what stands under a key path: one, or three in an array.
  func numbers(at keyPath: String, of target: any AnimationTarget) -> Any? {
    let names = ["x", "y", "z"]
    func number(_ axis: Int) -> Double {
      target.modelValue(at: "\(keyPath).\(part).\(names[axis])").flatMap { Double.reading($0) } ?? 0
    }
    return axis.map { number($0) as Any } ?? (0..<3).map { number($0) as Any }
  }

  /// Itself, as nothing can change it.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  public override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.name == name }
  public override var hash: Int { name.hashValue }
}
