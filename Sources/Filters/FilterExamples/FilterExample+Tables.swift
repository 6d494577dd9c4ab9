import Foundation

/// Data and lists of numbers that filters of several names take.
extension FilterExample {
  /// Weights of convolutions: they sharpen.
  static func weights(_ count: Int) -> [Double] {
    (0..<count).map { $0 == count / 2 ? 3 : -2 / Double(count - 1) }
  }

  /// Two colours along each side: a little warmer, and paler.
  static let cube = table(
    (0..<8).map { corner in
      let (red, green, blue) = (Float(corner & 1), Float(corner >> 1 & 1), Float(corner >> 2))
      return [0.08 + 0.85 * red + 0.07 * green, 0.04 + 0.9 * green, 0.15 + 0.1 * green + 0.55 * blue, 1]
    }.flatMap { $0 })

  /// Two colours along each side, each its opposite.
  static let opposites = table(
    (0..<8).flatMap { corner -> [Float] in
      [1 - Float(corner & 1), 1 - Float(corner >> 1 & 1), 1 - Float(corner >> 2), 1]
    })

  /// Red, green and blue at 0, in the middle and at 1.
  static let curves = table([0.02, 0.02, 0.12, 0.62, 0.5, 0.44, 1, 0.96, 0.82])

  private static func table(_ numbers: [Float]) -> Data { numbers.withUnsafeBytes { Data($0) } }
}
