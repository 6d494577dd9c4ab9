import Foundation
import TestFiles

/// FFmpeg's zscale filter (the zimg library), as an independent conversion between planes and R'G'B'.
struct FFmpeg: Sendable {
  /// Whether an ffmpeg with zscale is installed; Debian's has it.
  static let isThere =
    (try? run(["-hide_banner", "-loglevel", "error", "-h", "filter=zscale"], input: Data()))
    .map { String(decoding: $0, as: UTF8.self).contains("chromalin") } ?? false

  /// Runs a frame, as raw bytes, through a chain of filters.
  static func filtered(
    _ frame: Data, format: String, width: Int, height: Int, by filters: String
  ) throws -> Data {
    try run(
      [
        "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", format, "-s", "\(width)x\(height)", "-i",
        "-", "-vf", filters, "-frames:v", "1", "-f", "rawvideo", "-",
      ], input: frame)
  }

  private static func run(_ arguments: [String], input: Data) throws -> Data {
    try FinishedProgram.output("ffmpeg", arguments, input: input)
  }
}
