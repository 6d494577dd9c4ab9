import ImageGraph
import Synchronization

/// The place of an image that a phase makes. Filled when the phase was run, emptied when nobody reads it any more.
package final class PhaseResult: Sendable {
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  private let pixels = Mutex<PixelBuffer?>(nil)

  init(_ region: UserRect, _ format: PixelFormat) {
    (width, height, self.format) = (Int(region.width), Int(region.height), format)
  }

  var byteCount: Int { width * height * format.bytesPerPixel }

  package func fill(_ made: PixelBuffer?) { pixels.withLock { $0 = made } }

  /// The image as schedules know it.
  func source(named label: String) -> Source {
    Source(
      width: width, height: height, format: format, colorSpace: nil, alpha: .premultiplied, label: label,
      keepsPixels: false
    ) { () throws(RenderError) in
      guard let pixels = self.pixels.withLock({ $0 }) else {
        throw .invalidArgument("\(label) is read before it is made")
      }
      return pixels
    }
  }
}
