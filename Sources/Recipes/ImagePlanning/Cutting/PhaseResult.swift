import ImageGraph
import Synchronization

/// The result image of a phase. It is filled after the phase was run, and emptied after the last read.
package final class PhaseResult: Sendable {
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  private let pixels = Mutex<PixelBuffer?>(nil)

  init(_ region: UserRect, _ format: PixelFormat) {
    (width, height, self.format) = (Int(region.width), Int(region.height), format)
  }

  var byteCount: Int { width * height * format.bytesPerPixel }

  package func fill(_ buffer: PixelBuffer?) { pixels.withLock { $0 = buffer } }

  /// Returns the image as a source of schedules.
  func source(named label: String) -> Source {
    Source(
      width: width, height: height, format: format, colorSpace: nil, alpha: .premultiplied, label: label,
      cachesPixels: false
    ) { () throws(RenderError) in
      guard let pixels = self.pixels.withLock({ $0 }) else {
        throw .invalidArgument("\(label) is read before it is computed")
      }
      return pixels
    }
  }
}
