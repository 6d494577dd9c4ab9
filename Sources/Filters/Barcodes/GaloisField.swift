/// A field of 2^n elements with its Reed-Solomon codes, as barcodes use them.
struct GaloisField {
  private let powers: [Int]
  private let logarithms: [Int]
  private var order: Int { powers.count }

  /// - Parameters:
  ///   - bits: n, 4...12.
  ///   - polynomial: primitive, with its leading term, for example 0x11D.
  init(bits: Int, polynomial: Int) {
    var powers = [1]
    for _ in 1..<(1 << bits) - 1 {
      let next = powers.last! << 1
      powers.append(next >> bits & 1 == 1 ? next ^ polynomial : next)
    }
    var logarithms = Array(repeating: 0, count: 1 << bits)
    for (exponent, power) in powers.enumerated() { logarithms[power] = exponent }
    (self.powers, self.logarithms) = (powers, logarithms)
  }

  private func product(_ a: Int, _ b: Int) -> Int {
    a == 0 || b == 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % order]
  }

  /// Returns the error correction codewords of `data`: the remainder of data · x^count by (x - α^first)(x - α^(first +
  /// 1))…
  func correction(of data: [Int], count: Int, firstRoot first: Int) -> [Int] {
    // Coefficients below the leading 1, the highest first.
    var divisor = Array(repeating: 0, count: count)
    divisor[count - 1] = 1
    for step in 0..<count {
      let root = powers[(first + step) % order]
      for index in divisor.indices {
        divisor[index] = product(divisor[index], root)
        if index + 1 < count { divisor[index] ^= divisor[index + 1] }
      }
    }
    var remainder = Array(repeating: 0, count: count)
    for word in data {
      let factor = word ^ remainder.removeFirst()
      remainder.append(0)
      for index in remainder.indices { remainder[index] ^= product(divisor[index], factor) }
    }
    return remainder
  }
}
