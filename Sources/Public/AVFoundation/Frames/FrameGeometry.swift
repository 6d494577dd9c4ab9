import CoreImage
import CoreMedia
import Foundation

/// The conversion of stored pixels to the displayed image: to square pixels, and to the display orientation.
struct FrameGeometry: Hashable, Sendable {
  let pixelAspect: Double
  /// The transform of images in square pixels, in a plane with y down.
  let transform: CGAffineTransform

  init(_ track: TrackFacts) {
    let aspect = track.pixelAspect
    pixelAspect = Double(aspect.width) / Double(aspect.height)
    transform = track.preferredTransform
  }

  static func == (a: FrameGeometry, b: FrameGeometry) -> Bool {
    a.pixelAspect == b.pixelAspect && a.transform == b.transform
  }

  func hash(into hasher: inout Hasher) { hasher.combine(pixelAspect) }

  /// Whether stored pixels are displayed without conversion.
  var isPlain: Bool { pixelAspect == 1 && transform.isIdentity }

  /// Returns the display size of stored pixels of this size.
  func size(width: Int, height: Int) -> CGSize {
    let square = CGRect(x: 0, y: 0, width: (Double(width) * pixelAspect).rounded(), height: Double(height))
    return square.applying(transform).size
  }

  /// Returns the image with its lower left corner at the origin.
  ///
  /// - Parameter toneMaps: whether highlights are rolled off to white.
  func image(_ buffer: CVPixelBuffer, toneMaps: Bool = false) -> CIImage {
    let stored = CIImage(cvPixelBuffer: buffer, options: toneMaps ? [.toneMapHDRtoSDR: true] : nil)
    if isPlain { return stored }
    let (width, height) = (stored.extent.width, stored.extent.height)
    let square = (width * pixelAspect).rounded()
    let shown = CGRect(x: 0, y: 0, width: square, height: height).applying(transform)
    let stretch = CGAffineTransform(scaleX: square / width, y: 1)
    return stored.transformed(
      by: stretch.concatenating(transform.withYUp(height: height, to: shown.height)))
  }
}
