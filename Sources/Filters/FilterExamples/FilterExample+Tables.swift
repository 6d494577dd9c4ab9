import Foundation

/// Example tables and lists shared by several filters.
extension FilterExample {
  /// Returns the weights of a sharpening convolution.
  static func weights(_ count: Int) -> [Double] {
    (0..<count).map { $0 == count / 2 ? 3 : -2 / Double(count - 1) }
  }

  /// A table with two colours along each side: slightly warmer, and paler.
  static let cube = table(
    (0..<8).map { corner in
      let (red, green, blue) = (Float(corner & 1), Float(corner >> 1 & 1), Float(corner >> 2))
      return [0.08 + 0.85 * red + 0.07 * green, 0.04 + 0.9 * green, 0.15 + 0.1 * green + 0.55 * blue, 1]
    }.flatMap { $0 })

  /// A table with two colours along each side, each the complement.
  static let opposites = table(
    (0..<8).flatMap { corner -> [Float] in
      [1 - Float(corner & 1), 1 - Float(corner >> 1 & 1), 1 - Float(corner >> 2), 1]
    })

  /// Curves of red, green and blue, with values at 0, in the middle and at 1.
  static let curves = table([0.02, 0.02, 0.12, 0.62, 0.5, 0.44, 1, 0.96, 0.82])

  private static func table(_ numbers: [Float]) -> Data { numbers.withUnsafeBytes { Data($0) } }
}
