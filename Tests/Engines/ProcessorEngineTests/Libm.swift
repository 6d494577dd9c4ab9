import Foundation

/// The system's functions, in a namespace that avoids conflicts with methods.
enum Libm {
  static func sin(_ x: Double) -> Double { Foundation.sin(x) }
  static func cos(_ x: Double) -> Double { Foundation.cos(x) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Foundation.atan2(y, x) }
  static func exp(_ x: Double) -> Double { Foundation.exp(x) }
  static func log(_ x: Double) -> Double { Foundation.log(x) }
  static func exp2(_ x: Double) -> Double { Foundation.exp2(x) }
  static func log2(_ x: Double) -> Double { Foundation.log2(x) }
}
