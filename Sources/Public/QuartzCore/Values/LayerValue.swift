import AnimationMath
import CoreGraphics
import CoreImage
import Foundation

/// A type of value that layers store by key.
protocol LayerValue {
  /// Converts an object; returns nil for objects of other types.
  static func reading(_ object: Any) -> Self?
  /// The value in its stored form.
  var storable: Self { get }
  /// All numbers in the value, for the range check.
  var scalars: [Double] { get }
  func isSame(as other: Self) -> Bool
}

extension LayerValue {
  var storable: Self { self }
  var scalars: [Double] { [] }
}

extension LayerValue where Self: Equatable {
  func isSame(as other: Self) -> Bool { self == other }
}

extension Double: LayerValue {
  static func reading(_ object: Any) -> Double? {
    switch object {
    case let number as Double: number
    case let number as CGFloat: Double(number)
    case let number as Float: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let flag as Bool: flag ? 1 : 0
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }
  var scalars: [Double] { [self] }
}

extension CGFloat: LayerValue {
  static func reading(_ object: Any) -> CGFloat? { Double.reading(object).map { CGFloat($0) } }
  var scalars: [Double] { [Double(self)] }
}

extension Float: LayerValue {
  static func reading(_ object: Any) -> Float? { Double.reading(object).map(Float.init) }
  var scalars: [Double] { [Double(self)] }
}

extension Int: LayerValue {
  static func reading(_ object: Any) -> Int? {
    Double.reading(object).flatMap { $0.isNaN ? nil : Int(exactly: $0.rounded(.towardZero)) }
  }
}

extension UInt32: LayerValue {
  static func reading(_ object: Any) -> UInt32? { Double.reading(object).flatMap { UInt32(exactly: $0) } }
}

extension Bool: LayerValue {
  static func reading(_ object: Any) -> Bool? { (object as? Bool) ?? Double.reading(object).map { $0 != 0 } }
}

extension String: LayerValue {
  static func reading(_ object: Any) -> String? { (object as? String) ?? (object as? NSString).map { "\($0)" } }
}

extension CGPoint: LayerValue {
  static func reading(_ object: Any) -> CGPoint? {
    (object as? CGPoint) ?? (object as? CIVector).flatMap { $0.count >= 2 ? CGPoint(x: $0.x, y: $0.y) : nil }
  }
  var scalars: [Double] { [x, y] }
}

extension CGSize: LayerValue {
  static func reading(_ object: Any) -> CGSize? { object as? CGSize }
  var scalars: [Double] { [width, height] }
}

extension CGRect: LayerValue {
  static func reading(_ object: Any) -> CGRect? { object as? CGRect }
  var scalars: [Double] { [origin.x, origin.y, size.width, size.height] }
  /// The rectangle with negative sizes standardized.
  var storable: CGRect {
    CGRect(
      x: origin.x + min(size.width, 0), y: origin.y + min(size.height, 0), width: abs(size.width),
      height: abs(size.height))
  }
}

extension CATransform3D: LayerValue {
  static func reading(_ object: Any) -> CATransform3D? {
    (object as? CATransform3D) ?? (object as? CGAffineTransform).map(CATransform3DMakeAffineTransform)
  }
  var scalars: [Double] { [row1, row2, row3, row4].flatMap { [$0.x, $0.y, $0.z, $0.w] } }
}

extension CGColor: LayerValue {
  static func reading(_ object: Any) -> CGColor? {
    (object as? CGColor) ?? (object as? CIColor).map(CGColor.init(ciColor:))
  }
  var scalars: [Double] { (components ?? []).map { Double($0) } }
}

/// A copy of a path at the time when it was set.
extension CGPath: LayerValue {
  static func reading(_ object: Any) -> Self? { (object as? CGPath)?.copy() as? Self }
}

/// An object of any type, stored unchanged; a filter is copied.
struct AnyValue: LayerValue {
  let object: Any
  static func reading(_ object: Any) -> AnyValue? { (object as? AnyValue) ?? AnyValue(object: object) }
  var storable: AnyValue { (object as? CIFilter).map { AnyValue(object: $0.ownCopy) } ?? self }

  /// Returns whether both are the same object, or equal values.
  func isSame(as other: AnyValue) -> Bool {
    if let a = object as? AnyHashable, let b = other.object as? AnyHashable { return a == b }
    return type(of: object) is AnyClass && (object as AnyObject) === (other.object as AnyObject)
  }
}

/// An array of objects, stored unchanged; filters are copied, so that later changes of the app's filters have no
/// effect.
struct ObjectList: LayerValue {
  let objects: [Any]
  static func reading(_ object: Any) -> ObjectList? {
    (object as? ObjectList) ?? (object as? [Any]).map(ObjectList.init)
      ?? (object as? NSArray).map {
        ObjectList(objects: Array($0))
      }
  }
  var storable: ObjectList { ObjectList(objects: objects.map { ($0 as? CIFilter).map(\.ownCopy) ?? $0 }) }

  /// Returns whether both lists have the same objects. Never true for filters, which may have changed since.
  func isSame(as other: ObjectList) -> Bool {
    objects.count == other.objects.count
      && zip(objects, other.objects).allSatisfy { AnyValue(object: $0).isSame(as: AnyValue(object: $1)) }
  }
}

extension CIFilter {
  /// An independent copy with the same inputs.
  var ownCopy: CIFilter { copy() as? CIFilter ?? self }
}
