import CoreMedia
import Foundation

/// Returns an integer from a value of any numeric type, or nil for other values.
func wholeNumber(_ value: Any) -> Int64? {
  if let number = value as? any BinaryInteger { return Int64(exactly: number) }
  if let number = value as? Double { return Int64(exactly: number) }
  return (value as? NSNumber).flatMap { Int64(exactly: $0.doubleValue) }
}

/// Returns a pixel format as its four characters, or as a number if they are not printable.
func characters(_ format: OSType) -> String {
  let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format >> (24 - 8 * $0)) }
  return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "\(format)"
}
