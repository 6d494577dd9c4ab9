import Foundation
import ImageFilters

/// What CICameraCalibrationLensCorrection knows of a camera's lens. Immutable, and equal when all of it is.
///
/// AVFoundation makes these on Apple's systems, from the camera; here an app makes them, from what it has of the lens.
public final class AVCameraCalibrationData: Sendable, Hashable {
  let calibration: LensCalibration

  /// The size of the image that the other properties speak of, in pixels. Images of other sizes are scaled to it.
  public var intrinsicMatrixReferenceDimensions: CGSize {
    CGSize(width: calibration.size.x, height: calibration.size.y)
  }
  /// The point that the lens leaves where it is, in pixels from the upper left corner.
  public var lensDistortionCenter: CGPoint { CGPoint(x: calibration.center.x, y: calibration.center.y) }
  /// 32-bit floats: by what share a radius grows from a rectified image to the camera's, evenly spaced from radius 0
  /// to that of the corner farthest from `lensDistortionCenter`.
  public var lensDistortionLookupTable: Data? { calibration.table }
  /// The same from the camera's image to a rectified one.
  public var inverseLensDistortionLookupTable: Data? { calibration.inverseTable }

  /// - Parameters: as the properties; a filter that is given a table it cannot use says why.
  public init(
    intrinsicMatrixReferenceDimensions: CGSize, lensDistortionCenter: CGPoint, lensDistortionLookupTable: Data?,
    inverseLensDistortionLookupTable: Data? = nil
  ) {
    calibration = LensCalibration(
      size: [intrinsicMatrixReferenceDimensions.width, intrinsicMatrixReferenceDimensions.height],
      center: [lensDistortionCenter.x, lensDistortionCenter.y], table: lensDistortionLookupTable,
      inverseTable: inverseLensDistortionLookupTable)
  }

  init(_ calibration: LensCalibration) { self.calibration = calibration }

  public static func == (a: AVCameraCalibrationData, b: AVCameraCalibrationData) -> Bool {
    a.calibration == b.calibration
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(calibration) }
}
