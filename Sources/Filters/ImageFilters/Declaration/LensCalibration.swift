import Foundation

/// How a lens bends straight lines: a radial magnification as a table, about a point.
package struct LensCalibration: Hashable, Sendable {
  /// The image that the calibration speaks of, in pixels.
  package var size: SIMD2<Double>
  /// The point that stays, in pixels from that image's upper left corner.
  package var center: SIMD2<Double>
  /// 32-bit floats: by what share radii grow, evenly spaced from 0 to that of the farthest corner; from places without
  /// distortion to those of the image.
  package var table: Data?
  /// The same the other way round.
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
