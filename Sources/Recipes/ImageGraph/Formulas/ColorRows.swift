/// A step that is linear in premultiplied colour: red, green and blue are weighted sums of all four components. Alpha
/// is unchanged.
///
/// Consecutive steps multiply to one. Clear pixels stay clear, and a step commutes with a mean of pixels.
package struct ColorRows: Hashable, Sendable {
  /// The weights of red, green, blue and alpha.
  package var red, green, blue: SIMD4<Float>

  package init(_ red: SIMD4<Float>, _ green: SIMD4<Float>, _ blue: SIMD4<Float>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates rows in which alpha has no weight.
  package init(rgb red: SIMD3<Float>, _ green: SIMD3<Float>, _ blue: SIMD3<Float>) {
    self.init(SIMD4(red, 0), SIMD4(green, 0), SIMD4(blue, 0))
  }

  package static let identity = ColorRows([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])

  /// Whether the rows are the identity, within the rounding of a float.
  package var isIdentity: Bool {
    func isNear(_ row: SIMD4<Float>, _ unit: SIMD4<Float>) -> Bool {
      let off = row - unit
      return off.max() < 1e-7 && off.min() > -1e-7
    }
    let unit = Self.identity
    return isNear(red, unit.red) && isNear(green, unit.green) && isNear(blue, unit.blue)
  }

  /// Returns the product of this step and `next`, which is applied second. Returns nil if a weight overflows or
  /// underflows a float.
  package func followed(by next: ColorRows) -> ColorRows? {
    let (r, g, b) = (SIMD4<Double>(red), SIMD4<Double>(green), SIMD4<Double>(blue))
    func row(_ weights: SIMD4<Float>) -> SIMD4<Float>? {
      let weights = SIMD4<Double>(weights)
      var row: SIMD4<Double> = r * weights.x
      row += g * weights.y
      row += b * weights.z
      row.w += weights.w
      return (0..<4).allSatisfy { row[$0] == 0 || Float(row[$0]).isNormal } ? SIMD4<Float>(row) : nil
    }
    guard let red = row(next.red), let green = row(next.green), let blue = row(next.blue) else { return nil }
    return ColorRows(red, green, blue)
  }

  /// The arguments of `ColorFormula.linear` for this step.
  package var arguments: [Argument] { [.float4(red), .float4(green), .float4(blue)] }
}

extension [SIMD4<Float>?] {
  /// For the two inputs of a blend: if one of them is clear, the index of the other.
  package var otherThanClear: Int? { self[0].isClear ? 1 : self[1].isClear ? 0 : nil }
}
