import ImageGraph

/// The edges of the displayed image at which row 0 and column 0 of stored pixels are. The raw values are those of EXIF.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
  /// Stored upright.
  case up = 1
  /// Row 0 is at the top, column 0 at the right.
  case upMirrored
  /// Row 0 is at the bottom, column 0 at the right: rotated by 180°.
  case down
  /// Row 0 is at the bottom, column 0 at the left.
  case downMirrored
  /// Row 0 is at the left, column 0 at the top.
  case leftMirrored
  /// Row 0 is at the right, column 0 at the top: to be rotated clockwise by 90°.
  case right
  /// Row 0 is at the right, column 0 at the bottom.
  case rightMirrored
  /// Row 0 is at the left, column 0 at the bottom: to be rotated counter-clockwise by 90°.
  case left

  /// Returns the map that rotates an image of that size to upright. The lower left corner of image and result is the
  /// origin.
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
