import Foundation
import ImageFilters

/// The calibration of a camera's lens for CICameraCalibrationLensCorrection. Immutable, and equal if all properties
/// are.
///
/// On Apple's systems AVFoundation creates these from the camera; here the app creates them from lens data.
public final class AVCameraCalibrationData: Sendable, Hashable {
  let calibration: LensCalibration

  /// The size in pixels of the image to which the other properties refer. Images of other sizes are scaled to it.
  public var intrinsicMatrixReferenceDimensions: CGSize {
    CGSize(width: calibration.size.x, height: calibration.size.y)
  }
  /// The point that the lens does not displace, in pixels from the upper left corner.
  public var lensDistortionCenter: CGPoint { CGPoint(x: calibration.center.x, y: calibration.center.y) }
  /// A table of 32-bit floats: the relative increase of a radius from a rectified image to the camera's image, evenly
  /// spaced from radius 0 to that of the corner farthest from `lensDistortionCenter`.
  public var lensDistortionLookupTable: Data? { calibration.table }
  /// The table of the inverse map, from the camera's image to a rectified one.
  public var inverseLensDistortionLookupTable: Data? { calibration.inverseTable }

  /// - Parameters: as the properties. A filter throws for a table that is not valid.
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
