/// A step that is linear in premultiplied colour: red, green and blue as weighted sums of all four components; alpha
/// untouched.
///
/// Such steps multiply to one, keep clear pixels clear, and give the same before as after a mean of pixels.
package struct ColorRows: Hashable, Sendable {
  /// Weights of red, green, blue and alpha.
  package var red, green, blue: SIMD4<Float>

  package init(_ red: SIMD4<Float>, _ green: SIMD4<Float>, _ blue: SIMD4<Float>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Without a share of alpha.
  package init(rgb red: SIMD3<Float>, _ green: SIMD3<Float>, _ blue: SIMD3<Float>) {
    self.init(SIMD4(red, 0), SIMD4(green, 0), SIMD4(blue, 0))
  }

  package static let identity = ColorRows([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])

  /// True when nothing changes but the rounding of a float.
  package var isIdentity: Bool {
    func isNear(_ row: SIMD4<Float>, _ unit: SIMD4<Float>) -> Bool {
      let off = row - unit
      return off.max() < 1e-7 && off.min() > -1e-7
    }
    let unit = Self.identity
    return isNear(red, unit.red) && isNear(green, unit.green) && isNear(blue, unit.blue)
  }

  /// Both steps in one: first this one, then `next`; nil where a weight leaves the range of floats.
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

  /// This step as a node's formula with its arguments.
  package var arguments: [Argument] { [.float4(red), .float4(green), .float4(blue)] }
}

extension [SIMD4<Float>?] {
  /// Of the two inputs of a blend the number of the other one where one is clear: nothing mixed with an image is the
  /// image.
  package var otherThanClear: Int? { self[0].isClear ? 1 : self[1].isClear ? 0 : nil }
}
