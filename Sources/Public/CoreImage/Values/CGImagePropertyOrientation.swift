import ImageGraph

/// Where row 0 and column 0 of stored pixels belong when the image is shown; the numbers are those of EXIF.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
  /// Stored upright.
  case up = 1
  /// Row 0 is at the top, column 0 at the right.
  case upMirrored
  /// Row 0 is at the bottom, column 0 at the right: turned by half.
  case down
  /// Row 0 is at the bottom, column 0 at the left.
  case downMirrored
  /// Row 0 is at the left, column 0 at the top.
  case leftMirrored
  /// Row 0 is at the right, column 0 at the top: to be turned clockwise by a quarter.
  case right
  /// Row 0 is at the right, column 0 at the bottom.
  case rightMirrored
  /// Row 0 is at the left, column 0 at the bottom: to be turned counter-clockwise by a quarter.
  case left

  /// Turns an image of that size, lower left corner at the origin, upright; the result's corner is at the origin too.
  package func map(width: Double, height: Double) -> AffineMap {
    switch self {
    case .up: .identity
    case .upMirrored: AffineMap(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case .down: AffineMap(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case .downMirrored: AffineMap(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case .leftMirrored: AffineMap(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    case .right: AffineMap(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    case .rightMirrored: AffineMap(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .left: AffineMap(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    }
  }
}
