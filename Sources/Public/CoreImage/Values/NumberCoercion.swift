import Foundation

/// Returns the number in a value of type `Any`, with any numeric type; nil if it is not a number.
///
/// Casts do not suffice: `(1 as Any) as? Double` and `CGFloat as? NSNumber` are nil on Linux.
package func number(from value: Any?) -> Double? {
  guard let value = unwrapped(value) else { return nil }
  // NSNumber is tested first, since an NSNumber of 1 can also be cast to Bool.
  if type(of: value) is NSNumber.Type { return (value as? NSNumber)?.doubleValue }
  switch value {
  case let value as Bool: return value ? 1 : 0
  case let value as any BinaryInteger: return Double(value)
  case let value as any BinaryFloatingPoint: return exact(value)
  case let value as Decimal: return NSDecimalNumber(decimal: value).doubleValue
  default: return nil
  }
}

/// Returns a value as key-value coding does: numbers as `NSNumber`, others unchanged.
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

/// Returns the decimal number of a float: 0.1 for 0.1 as a `Float`, not 0.10000000149.
private func exact(_ value: some BinaryFloatingPoint) -> Double {
  if let float = value as? Float { return Double("\(float)") ?? Double(float) }
  return Double(value)
}

/// Returns the value inside of nested optionals; nil if one of them is nil.
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
