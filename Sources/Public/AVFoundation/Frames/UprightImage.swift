import CoreImage
import CoreMedia
import Foundation

/// How stored pixels become the image that is shown: in square pixels, turned as the track says.
struct FrameGeometry: Hashable, Sendable {
  let pixelAspect: Double
  /// In a plane with y down, of images in square pixels.
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

  /// True where pixels are shown as they are stored.
  var isPlain: Bool { pixelAspect == 1 && transform.isIdentity }

  /// The size of what is shown, of stored pixels of this size.
  func size(width: Int, height: Int) -> CGSize {
    let square = CGRect(x: 0, y: 0, width: (Double(width) * pixelAspect).rounded(), height: Double(height))
    return square.applying(transform).size
  }

  /// The image with its lower left corner at the origin.
  ///
  /// - Parameter toneMaps: highlights are rolled off to white.
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
