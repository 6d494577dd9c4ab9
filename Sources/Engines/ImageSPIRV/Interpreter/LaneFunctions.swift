import Foundation

/// The element-wise functions of GLSL.std.450, and additional functions with numbers from 1000.
enum LaneFunctions {
  static let negate = 1000
  static let negateInt = 1001
  static let reverseBits = 1002
  static let countBits = 1003
  static let reciprocal = 1004
  static let one = 1005
  static let determinant = 1006
  static let inverse = 1007

  /// The number of operands of each element-wise function; nil for other functions.
  ///
  /// Source: Extended Instructions for GLSL, section 2.
  static let operandCounts: [Int: Int] = {
    var counts: [Int: Int] = [:]
    for number in Array(1...24) + Array(27...32) + [73, 74, 75] { counts[number] = 1 }
    for number in [25, 26, 37, 38, 39, 40, 41, 42, 48, 53, 79, 80] { counts[number] = 2 }
    for number in [43, 44, 45, 46, 49, 50, 81] { counts[number] = 3 }
    return counts
  }()

  /// Returns a float function of one operand; nil for other numbers.
  @inline(__always)
  static func float(_ number: Int) -> ((Float) -> Float)? {
    switch number {
    case 1: { $0.rounded(.toNearestOrAwayFromZero) }
    case 2: { $0.rounded(.toNearestOrEven) }
    case 3: { $0.rounded(.towardZero) }
    case 6: { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    case 11: { $0 * (.pi / 180) }
    case 12: { $0 * (180 / .pi) }
    case 13: sin
    case 14: cos
    case 15: tan
    case 16: asin
    case 17: acos
    case 18: atan
    case 19: sinh
    case 20: cosh
    case 21: tanh
    case 22: asinh
    case 23: acosh
    case 24: atanh
    case 27: exp
    case 28: log
    case 29: exp2
    case 30: log2
    default: nil
    }
  }

  /// Returns an integer function of one operand; nil for other numbers.
  @inline(__always)
  static func int(_ number: Int) -> ((Int32) -> Int32)? {
    switch number {
    case 5: { $0 < 0 ? 0 &- $0 : $0 }
    case 7: { $0.signum() }
    case 1001: { 0 &- $0 }
    case 1002: { Int32(bitPattern: reversed(UInt32(bitPattern: $0))) }
    case 1003: { Int32($0.nonzeroBitCount) }
    case 73: { $0 == 0 ? -1 : Int32($0.trailingZeroBitCount) }
    case 74: { 31 - Int32(($0 < 0 ? ~$0 : $0).leadingZeroBitCount) }
    case 75: { 31 - Int32($0.leadingZeroBitCount) }
    default: nil
    }
  }

  private static func reversed(_ bits: UInt32) -> UInt32 {
    var (bits, result) = (bits, 0 as UInt32)
    for _ in 0..<32 {
      result = result << 1 | bits & 1
      bits >>= 1
    }
    return result
  }

  /// Returns the determinant of a square column-major matrix, by cofactors.
  static func determinant(_ m: [Float], _ size: Int) -> Float {
    if size == 1 { return m[0] }
    if size == 2 { return m[0] * m[3] - m[2] * m[1] }
    return (0..<size).reduce(0) { sum, column in
      let part = m[column * size] * determinant(minor(m, size, column, 0), size - 1)
      return column % 2 == 0 ? sum + part : sum - part
    }
  }

  /// Returns the inverse; components are infinite or NaN if the matrix is singular.
  static func inverse(_ m: [Float], _ size: Int) -> [Float] {
    let whole = determinant(m, size)
    var result = m
    for (column, row) in (0..<size).flatMap({ column in (0..<size).map { (column, $0) } }) {
      let part = determinant(minor(m, size, row, column), size - 1)
      result[column * size + row] = ((column + row) % 2 == 0 ? part : -part) / whole
    }
    return result
  }

  /// Returns the matrix without a column and a row.
  private static func minor(_ m: [Float], _ size: Int, _ column: Int, _ row: Int) -> [Float] {
    (0..<size * size).filter { $0 / size != column && $0 % size != row }.map { m[$0] }
  }
}
