import Foundation

/// A type of properties of CIFilterBuiltins, with its conversion from and to input objects.
protocol TypedInput {
  /// - Parameter object: the input's value or default; nil if it has none.
  init(object: Any?)
  var object: Any? { get }
}

extension CIFilter {
  func typed<Value: TypedInput>(_ key: String) -> Value { Value(object: value(forKey: key)) }
  func setTyped(_ value: some TypedInput, _ key: String) { setValue(value.object, forKey: key) }
}

extension Float: TypedInput {
  init(object: Any?) { self = Float(number(from: object) ?? 0) }
  var object: Any? { self }
}

extension Int: TypedInput {
  init(object: Any?) { self = Int(exactly: (number(from: object) ?? 0).rounded()) ?? 0 }
  var object: Any? { self }
}

extension Bool: TypedInput {
  init(object: Any?) { self = (number(from: object) ?? 0) != 0 }
  var object: Any? { self }
}

extension String: TypedInput {
  init(object: Any?) { self = object as? String ?? "" }
  var object: Any? { self }
}

extension Data: TypedInput {
  init(object: Any?) { self = object as? Data ?? Data() }
  var object: Any? { self }
}

extension [Any]: TypedInput {
  init(object: Any?) { self = object as? [Any] ?? [] }
  var object: Any? { self }
}

/// A class whose inputs may be nil.
protocol OptionalInput: AnyObject {}
extension CIImage: OptionalInput {}
extension CGColorSpace: OptionalInput {}

extension Optional: TypedInput where Wrapped: OptionalInput {
  init(object: Any?) { self = object as? Wrapped }
  var object: Any? { self }
}

extension CGPoint: TypedInput {
  init(object: Any?) { self = object as? CGPoint ?? (object as? CIVector)?.cgPointValue ?? .zero }
  var object: Any? { CIVector(cgPoint: self) }
}

extension CGRect: TypedInput {
  init(object: Any?) { self = object as? CGRect ?? (object as? CIVector)?.cgRectValue ?? .zero }
  var object: Any? { CIVector(cgRect: self) }
}

extension CGAffineTransform: TypedInput {
  init(object: Any?) {
    switch object {
    case let map as CGAffineTransform: self = map
    case let map as CIVector: self = map.cgAffineTransformValue
    default: self.init()
    }
  }
  var object: Any? { self }
}

/// A class whose objects are stored without conversion.
protocol TypedObject: AnyObject {
  /// The value of inputs that have neither a value nor a default.
  static var missing: Self { get }
}

extension CIFilter {
  func typed<Value: TypedObject>(_ key: String) -> Value { value(forKey: key) as? Value ?? .missing }
  func setTyped(_ value: some TypedObject, _ key: String) { setValue(value, forKey: key) }
}

extension CIVector: TypedObject {
  static let missing = CIVector([])
}

extension CIColor: TypedObject {
  static var missing: CIColor { .clear }
}

extension CIFilter {
  func typed(_ key: String) -> CIBarcodeDescriptor {
    value(forKey: key) as? CIBarcodeDescriptor ?? CIBarcodeDescriptor(nil)
  }
  func setTyped(_ value: CIBarcodeDescriptor, _ key: String) { setValue(value, forKey: key) }
}

extension CIFilter {
  func typed(_ key: String) -> NSAttributedString {
    let object = value(forKey: key)
    return object as? NSAttributedString ?? NSAttributedString(string: object as? String ?? "")
  }
  func setTyped(_ value: NSAttributedString, _ key: String) { setValue(value, forKey: key) }
}

extension CIFilter {
  func typed(_ key: String) -> CIDynamicRangeOption? {
    (value(forKey: key) as? String).map(CIDynamicRangeOption.init(rawValue:))
  }
  func setTyped(_ value: CIDynamicRangeOption?, _ key: String) { setValue(value?.rawValue, forKey: key) }
}
