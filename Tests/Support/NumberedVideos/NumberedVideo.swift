import Foundation
import TestFiles

/// Videos whose frames carry their number as a bar code: twelve bars or more, the lowest bit first, bright for 1.
/// FFmpeg makes them.
package enum NumberedVideo {
  package static let size = (width: 96, height: 64)
  /// - Parameters:
  ///   - rate: frames a second, such as `30000/1001`.
  ///   - bars: bits of a number.
  ///   - more: FFmpeg's arguments before the file: more inputs, codecs.
  package static func make(_ url: URL, rate: String, count: Int, bars: Int = 12, _ more: [String] = []) throws {
    let bar = "gt(bitand(N,pow(2,floor(X*\(bars)/W))),0)"
    let source = "color=black:size=\(size.width)x\(size.height):rate=\(rate),format=yuv420p"
    let images = ["-f", "lavfi", "-i", "\(source),geq=lum='16+219*\(bar)':cb=128:cr=128,trim=end_frame=\(count)"]
    // Every twelfth is a key frame.
    let codec = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "12", "-pix_fmt", "yuv420p"]
    _ = try FinishedProgram.output("ffmpeg", ["-v", "error", "-y"] + images + more + codec + [url.path])
  }

  /// Returns the number in a row of a frame with one byte a pixel.
  package static func number(_ row: [UInt8], bars: Int = 12) -> Int {
    (0..<bars).reduce(0) { $0 | (row[(2 * $1 + 1) * row.count / (2 * bars)] > 127 ? 1 << $1 : 0) }
  }
}
