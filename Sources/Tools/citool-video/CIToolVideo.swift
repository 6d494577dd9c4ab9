import AVFoundation
import CommandLineSupport
import Foundation

/// The subcommands for videos. They are a separate program, because only they use FFmpeg.
@main enum CIToolVideo {
  static func main() {
    let about = { ffmpegDescription.isEmpty ? "" : "\n\(ffmpegDescription)" }
    Tool.run(
      "citool-video",
      [
        .video.running { try VideoJob($0).run() }, .probe.running { try probe($0) },
        .layers.running { try LayersJob($0).run() },
      ], about: about)
  }
}
