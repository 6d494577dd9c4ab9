import CVideo
import CoreGraphics

/// How a file says that images are turned: x′ = a x + c y + tx, y′ = b x + d y + ty, in a plane with y down.
struct DisplayMatrix: Hashable, Sendable {
  let a, b, c, d: Double

  /// - Parameter numbers: nine, row by row, of which those of the map count in 65536ths.
  init(_ numbers: [Int32]) {
    let values = numbers.map { Double($0) / 65536 }
    (a, b, c, d) = values.count == 9 ? (values[0], values[1], values[3], values[4]) : (1, 0, 0, 1)
  }

  /// The map of an image of this size to its place as it is shown: the upper left corner of what it covers is the
  /// origin, whatever the file says of that. A matrix that maps all to a line counts as none.
  func transform(width: Double, height: Double) -> CGAffineTransform {
    let isMap = abs(a * d - b * c) > 1e-6 && [a, b, c, d].allSatisfy { abs($0) <= 32768 }
    guard isMap else { return .identity }
    let turned = CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    let covered = CGRect(x: 0, y: 0, width: width, height: height).applying(turned)
    return CGAffineTransform(a: a, b: b, c: c, d: d, tx: -covered.minX, ty: -covered.minY)
  }
}

extension CGAffineTransform {
  /// The same map in planes with y up: of images of one height to images of another one.
  func withYUp(height: Double, to newHeight: Double) -> CGAffineTransform {
    CGAffineTransform(a: a, b: -b, c: -c, d: d, tx: tx + c * height, ty: newHeight - ty - d * height)
  }
}
