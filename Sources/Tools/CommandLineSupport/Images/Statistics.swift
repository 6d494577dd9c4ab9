import CoreImage
import ImagePlanning
import VulkanEngine

/// The statistics of some renders, as `--stats` writes them.
package struct Statistics {
  package var rendered = RenderStatistics()
  /// The number of images.
  package var images = 0
  /// The time of encoding, in milliseconds.
  package var encode = 0.0
  /// The wall time, in milliseconds.
  package var wall = 0.0

  package init(rendered: RenderStatistics = RenderStatistics(), images: Int = 0, encode: Double = 0, wall: Double = 0) {
    (self.rendered, self.images, self.encode, self.wall) = (rendered, images, encode, wall)
  }

  package static func += (a: inout Statistics, b: Statistics) {
    a.rendered = a.rendered + b.rendered
    a.images += b.images
    a.encode += b.encode
    a.wall += b.wall
  }

  /// Returns the members of the JSON object.
  package func json(_ context: CIContext) -> [String: Any] {
    func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }
    return [
      "backend": context.backendName, "device": context.deviceName, "images": images,
      "runs": rendered.runs, "overlap_pixels": rendered.overlapPixels, "dispatches": rendered.dispatches,
      "passes": rendered.dispatches,
      "programs_compiled": rendered.programsCompiled, "pixels_processed": rendered.pixelsProcessed,
      "peak_bytes": rendered.peakBytes, "decode_ms": rounded(rendered.decodeMilliseconds),
      "compile_ms": rounded(rendered.compileMilliseconds), "upload_ms": rounded(rendered.uploadMilliseconds),
      "device_ms": rounded(rendered.deviceMilliseconds), "download_ms": rounded(rendered.downloadMilliseconds),
      "encode_ms": rounded(encode), "wall_ms": rounded(wall),
    ]
  }
}
