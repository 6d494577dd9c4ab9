#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A power law with an offset and a linear segment, which covers most published transfer functions:
///
///     linear = (a * encoded + b)^g + e    if encoded >= d
///     linear = c * encoded + f            below
///
/// Source: ICC.1:2022, 10.18, function type 4. Mirrored below 0.
package struct ParametricCurve: Hashable, Sendable {
  package let g, a, b, c, d, e, f: Double

  package init(
    g: Double, a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
  ) {
    (self.g, self.a, self.b, self.c, self.d, self.e, self.f) = (g, a, b, c, d, e, f)
  }

  /// Whether the function is increasing and can be inverted. A transfer function from a file must be.
  package var isInvertible: Bool {
    guard [g, a, b, c, d, e, f].allSatisfy(\.isFinite), g > 0, a > 0, c >= 0, d >= 0, a * d + b >= -1e-9 else {
      return false
    }
    guard d == 0 || c > 0 else { return false }
    return true
  }

  package func linear(_ encoded: Double) -> Double {
    let magnitude = abs(encoded)
    let linear = magnitude >= d || magnitude.isNaN ? pow(max(a * magnitude + b, 0), g) + e : c * magnitude + f
    return encoded < 0 ? -linear : linear
  }

  package func encoded(_ linear: Double) -> Double {
    let magnitude = abs(linear)
    let join = d > 0 ? c * d + f : -Double.infinity
    let encoded =
      magnitude >= join || magnitude.isNaN ? (pow(max(magnitude - e, 0), 1 / g) - b) / a : (magnitude - f) / c
    return linear < 0 ? -encoded : encoded
  }
}
