import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs

/// The statistics of an export, as `--stats` writes them.
struct VideoReport {
  private let statistics: ExportStatistics
  private let wall: Double

  init(_ statistics: ExportStatistics, wall: Double) { (self.statistics, self.wall) = (statistics, wall) }

  /// Writes the file of `--stats`, if the option is present.
  ///
  /// - Parameter context: the context of the composition, nil without one.
  func write(_ arguments: Arguments, _ context: CIContext?) throws {
    guard let file = try arguments.file("--stats") else { return }
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    var json: [String: Any] = [
      "frames_in": statistics.framesIn, "frames_out": statistics.framesOut, "frames_dropped": statistics.framesDropped,
      "decode_ms": rounded(statistics.decodeMilliseconds), "handler_ms": rounded(statistics.handlerMilliseconds),
      "device_ms": rounded(statistics.deviceMilliseconds), "encode_ms": rounded(statistics.encodeMilliseconds),
      "wait_room_ms": rounded(statistics.spaceWaitMilliseconds),
      "wait_frames_ms": rounded(statistics.frameWaitMilliseconds),
      "wait_renders_ms": rounded(statistics.renderWaitMilliseconds),
      "frames_alive_most": statistics.mostFramesAlive, "planes_copied_bytes": statistics.copiedBytes,
      "wall_ms": rounded(wall), "renders": statistics.renders, "dispatches": statistics.dispatches,
      "dispatches_per_frame": rounded(statistics.perRender(statistics.dispatches)),
      "pipelines_per_frame": rounded(statistics.perRender(statistics.pipelines)), "kernels": statistics.kernels,
      "peak_rss_bytes": Self.peakBytes,
    ]
    if let context { (json["backend"], json["device"]) = (context.backendName, context.deviceName) }
    try createFolder(file.deletingLastPathComponent())
    try writeFile(Data((jsonText(json) + "\n").utf8), to: file)
  }

  /// The peak resident memory of the process.
  private static var peakBytes: Int {
    var usage = rusage()
    return getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss * 1024 : 0
  }
}

extension ExportStatistics {
  fileprivate func perRender(_ count: Int) -> Double { renders == 0 ? 0 : Double(count) / Double(renders) }
}
