/// A 3 × 3 matrix, stored as rows; `matrix * vector` maps a column vector.
package struct Matrix3: Hashable, Sendable {
  package var row0: SIMD3<Double>
  package var row1: SIMD3<Double>
  package var row2: SIMD3<Double>

  package init(_ row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    (self.row0, self.row1, self.row2) = (row0, row1, row2)
  }

  package init(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    self.init([x.x, y.x, z.x], [x.y, y.y, z.y], [x.z, y.z, z.z])
  }

  package init(diagonal d: SIMD3<Double>) {
    self.init([d.x, 0, 0], [0, d.y, 0], [0, 0, d.z])
  }

  package static let identity = Matrix3(diagonal: [1, 1, 1])

  /// The nine elements, row by row.
  package var rowMajor: [Double] {
    [row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z]
  }

  package var transposed: Matrix3 { Matrix3(columns: row0, row1, row2) }

  package var determinant: Double { (row0 * cross(row1, row2)).sum() }

  /// The inverse; nil if the matrix is singular or has elements that are not finite.
  package var inverse: Matrix3? {
    let scale = determinant
    guard scale.isFinite, abs(scale) > 1e-12 else { return nil }
    return Matrix3(
      columns: cross(row1, row2) / scale, cross(row2, row0) / scale, cross(row0, row1) / scale)
  }

  package static func * (a: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    [(a.row0 * v).sum(), (a.row1 * v).sum(), (a.row2 * v).sum()]
  }

  package static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    let columns = b.transposed
    return Matrix3(columns: a * columns.row0, a * columns.row1, a * columns.row2)
  }

  /// Returns the largest absolute difference between corresponding elements.
  package func distance(to other: Matrix3) -> Double {
    zip(rowMajor, other.rowMajor).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}
