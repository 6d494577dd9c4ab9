import Foundation

/// The calibration of a lens: its radial distortion as a table of magnifications about a point.
package struct LensCalibration: Hashable, Sendable {
  /// The size of the calibrated image, in pixels.
  package var size: SIMD2<Double>
  /// The centre of distortion, in pixels from that image's upper left corner.
  package var center: SIMD2<Double>
  /// 32-bit floats: the fraction by which radii grow, evenly spaced from 0 to the radius of the farthest corner. Maps
  /// undistorted positions to those of the image.
  package var table: Data?
  /// The inverse table: maps positions of the image to undistorted ones.
  package var inverseTable: Data?

  package init(size: SIMD2<Double>, center: SIMD2<Double>, table: Data?, inverseTable: Data?) {
    (self.size, self.center, self.table, self.inverseTable) = (size, center, table, inverseTable)
  }
}

extension LensCalibration: ParameterValue {
  package static var className: String { "AVCameraCalibrationData" }
  package init?(_ value: InputValue) {
    guard case .calibration(let calibration) = value else { return nil }
    self = calibration
  }
  package var inputValue: InputValue { .calibration(self) }
}
