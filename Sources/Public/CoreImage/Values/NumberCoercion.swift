import Foundation

/// The number in a value that people hand over as `Any`, whatever number type they wrote; nil when it is none.
///
/// Casts are not enough: `(1 as Any) as? Double` and `CGFloat as? NSNumber` are nil here.
package func number(from value: Any?) -> Double? {
  guard let value = unwrapped(value) else { return nil }
  // Boxed first: an NSNumber of 1 would also be taken for a Bool.
  if type(of: value) is NSNumber.Type { return (value as? NSNumber)?.doubleValue }
  switch value {
  case let value as Bool: return value ? 1 : 0
  case let value as any BinaryInteger: return Double(value)
  case let value as any BinaryFloatingPoint: return exact(value)
  case let value as Decimal: return NSDecimalNumber(decimal: value).doubleValue
  default: return nil
  }
}

/// A value as key-value coding gives it: numbers of any type as `NSNumber`, others as they are.
func boxed(_ value: Any) -> Any {
  if type(of: value) is NSNumber.Type { return value }
  return switch value {
  case let value as Bool: NSNumber(value: value)
  case let value as Float: NSNumber(value: value)
  case let value as any BinaryInteger:
    Int64(exactly: value).map(NSNumber.init) ?? NSNumber(value: UInt64(clamping: value))
  case let value as any BinaryFloatingPoint: NSNumber(value: Double(value))
  case let value as Decimal: NSDecimalNumber(decimal: value)
  default: value
  }
}

/// The decimal number that was written: 0.1 of a `Float` becomes 0.1, not 0.10000000149.
private func exact(_ value: some BinaryFloatingPoint) -> Double {
  if let float = value as? Float { return Double("\(float)") ?? Double(float) }
  return Double(value)
}

/// The value inside of any number of optionals; nil when one of them is nil.
func unwrapped(_ value: Any?) -> Any? {
  guard let value else { return nil }
  guard let optional = value as? any AnyOptional else { return value }
  return optional.content
}

private protocol AnyOptional {
  var content: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var content: Any? { unwrapped(self) }
}
