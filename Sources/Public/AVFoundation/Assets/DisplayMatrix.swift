import CVideo
import CoreGraphics

/// The display matrix of a file: x′ = a x + c y + tx, y′ = b x + d y + ty, in a plane with y down.
struct DisplayMatrix: Hashable, Sendable {
  let a, b, c, d: Double

  /// - Parameter components: nine numbers, row by row; those of the linear map are 16.16 fixed point.
  init(_ components: [Int32]) {
    let values = components.map { Double($0) / 65536 }
    (a, b, c, d) = values.count == 9 ? (values[0], values[1], values[3], values[4]) : (1, 0, 0, 1)
  }

  /// Returns the transform of an image of this size to its display orientation. The upper left corner of the result is
  /// at the origin, regardless of the file's translation. A singular matrix is treated as the identity.
  func transform(width: Double, height: Double) -> CGAffineTransform {
    let isMap = abs(a * d - b * c) > 1e-6 && [a, b, c, d].allSatisfy { abs($0) <= 32768 }
    guard isMap else { return .identity }
    let linear = CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    let covered = CGRect(x: 0, y: 0, width: width, height: height).applying(linear)
    return CGAffineTransform(a: a, b: b, c: c, d: d, tx: -covered.minX, ty: -covered.minY)
  }
}

extension CGAffineTransform {
  /// Returns the same transform in planes with y up, for input of one height and output of another one.
  func withYUp(height: Double, to newHeight: Double) -> CGAffineTransform {
    CGAffineTransform(a: a, b: -b, c: -c, d: d, tx: tx + c * height, ty: newHeight - ty - d * height)
  }
}
