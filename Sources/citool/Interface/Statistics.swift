import CoreImage
import ImagePlanning
import ImageVulkan

/// What some renders took.
struct Statistics {
  var rendered = RenderStatistics()
  var pictures = 0
  var encode = 0.0
  var wall = 0.0

  static func += (a: inout Statistics, b: Statistics) {
    a.rendered = a.rendered + b.rendered
    a.pictures += b.pictures
    a.encode += b.encode
    a.wall += b.wall
  }

  func json(_ context: CIContext) -> [String: Any] {
    func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }
    return [
      "backend": context.backendName, "device": context.deviceName, "pictures": pictures,
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
