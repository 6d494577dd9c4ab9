import AVFoundation
import CommandLineSupport
import Foundation

/// What citool does with videos, in a program of its own: this one has FFmpeg behind it.
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
