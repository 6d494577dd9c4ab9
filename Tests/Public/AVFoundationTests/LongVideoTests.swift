import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import Synchronization
import Testing

/// The duration of the videos, and the destination of measurements: `scripts/long-video` makes them long.
private struct LongVideo {
  static let frames = number("CI_VIDEO_FRAMES", 300)
  static let seconds = number("CI_VIDEO_SECONDS", 10)

  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  /// The resident memory of this process, in MiB.
  static var residentMiB: Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// Adds a line of JSON to the file that `CI_VIDEO_REPORT` names, where it does.
  static func report(_ facts: [String: Any]) throws {
    guard let path = ProcessInfo.processInfo.environment["CI_VIDEO_REPORT"] else { return }
    let line = try JSONSerialization.data(withJSONObject: facts, options: .sortedKeys) + Data("\n".utf8)
    let before = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
    try (before + line).write(to: URL(fileURLWithPath: path))
  }
}

extension Video {
  /// Videos of any length in memory that stays: every frame once, and no kernel behind the first frames.
  @Suite struct LongVideoTests {
    @Test func exportsHoldTheirMemoryAndEveryFrame() async throws {
      let count = LongVideo.frames
      let clips = try Clips()
      let clip = clips.file("in.mp4")
      try NumberedVideo.make(clip, rate: "60", count: count, bars: 16)
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      // At a tenth of the video, at half, and at the last frame.
      let marks = [count / 10, count / 2, count - 1]
      let memory = Mutex<[Int: Double]>([:])
      let requestCount = Mutex(0)
      session.videoComposition = AVVideoComposition(asset: asset) { request in
        let number = requestCount.withLock { number in
          defer { number += 1 }
          return number
        }
        if marks.contains(number) { memory.withLock { $0[number] = LongVideo.residentMiB } }
        let light = sin(request.compositionTime.seconds) / 4
        let image = request.sourceImage.applyingFilter("CIExposureAdjust", parameters: ["inputEV": light])
          .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.5 + light])
        request.finish(with: image, context: nil)
      }
      let start = ContinuousClock.now
      let output = clips.file("out.mp4")
      try await session.export(to: output, as: .mp4)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let statistics = session.statistics
      #expect(statistics.framesIn == count && statistics.framesOut == count && statistics.framesDropped == 0)
      #expect(statistics.renders == count && statistics.lastKernel <= 3, "\(statistics.lastKernel)")
      let rows = [UInt8](
        try FFmpeg.run(
          "ffmpeg",
          [
            "-v", "error", "-i", output.path, "-fps_mode", "passthrough", "-vf", "format=gray,crop=iw:1:0:ih/2", "-f",
            "rawvideo", "-",
          ]))
      let width = NumberedVideo.size.width
      let numbers = stride(from: 0, to: rows.count, by: width).map {
        NumberedVideo.number(Array(rows[$0..<$0 + width]), bars: 16)
      }
      #expect(numbers == Array(0..<count))
      let resident = memory.withLock { memory in marks.map { memory[$0] ?? 0 } }
      // Nothing grows with the video; what the allocator keeps differs a little from time to time.
      #expect(resident[0] > 0 && resident[2] - resident[0] < 24, "\(resident) MiB")
      try LongVideo.report([
        "kind": "export", "frames": count, "seconds": seconds, "memory": resident, "lastKernel": statistics.lastKernel,
        "kernels": statistics.kernels, "wrong": zip(numbers, 0...).count { $0 != $1 } + abs(numbers.count - count),
        "dropped": statistics.framesDropped,
      ])
    }

    @Test func loopsHoldTheirMemoryAndEveryFrame() throws {
      let (rate, length) = (30, 90)
      let steps = LongVideo.seconds * rate
      let clips = try Clips()
      let clip = clips.file("video.mp4")
      try NumberedVideo.make(clip, rate: "\(rate)", count: length)
      let clock = VirtualClock()
      let item = AVPlayerItem(url: clip)
      let composition = AVVideoComposition(asset: item.asset) { request in
        request.finish(with: request.sourceImage.applyingFilter("CISepiaTone"), context: nil)
      }
      item.videoComposition = composition
      let jumps = Notices([.AVPlayerItemTimeJumped], of: item)
      let player = AVQueuePlayer(playerItem: nil, clock: clock)
      let looper = AVPlayerLooper(player: player, templateItem: item)
      player.play()
      clock.advance(by: .zero)
      let start = ContinuousClock.now
      var (wrong, memory): (Int, [Double]) = (0, [])
      // What a window does: it renders each frame that is shown, in one context.
      let window = CIContext(options: [.cacheIntermediates: false])
      let canvas = try CVPixelBuffer(
        width: NumberedVideo.size.width, height: NumberedVideo.size.height, pixelFormat: kCVPixelFormatType_32BGRA)
      var lastKernel = 0
      for step in 1...steps {
        clock.advance(by: CMTime(value: 1, timescale: Int32(rate)))
        if player.shown.frame.map({ PlayedVideo.number($0.image) }) != step % length { wrong += 1 }
        if let image = player.shown.frame?.image {
          let info = try window.startTask(toRender: image, to: CIRenderDestination(pixelBuffer: canvas))
            .waitUntilCompleted()
          if info.statistics.programsCompiled > 0 { lastKernel = step }
        }
        if [steps / 10, steps / 2, steps].contains(step) { memory.append(LongVideo.residentMiB) }
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      #expect(wrong == 0 && lastKernel <= 3, "\(lastKernel)")
      // The first frame, and one for each step: none lost at a seam, none shown twice.
      #expect(item.numberOfShownVideoFrames == steps + 1 && item.numberOfDroppedVideoFrames == 0)
      #expect(looper.loopCount == steps / length && jumps.heard.values.isEmpty)
      #expect(memory.count == 3 && memory[2] - memory[0] < 24, "\(memory) MiB")
      try LongVideo.report([
        "kind": "loop", "frames": steps, "seconds": seconds, "memory": memory, "wrong": wrong,
        "lastKernel": lastKernel, "laps": looper.loopCount, "dropped": item.numberOfDroppedVideoFrames,
        "played": LongVideo.seconds,
      ])
    }
  }
}
