import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Times of videos that are exported, by ffprobe: those of the source, from the start of the asset on.
  @Suite struct ExportTimesTests {
    /// A clip by the words of ffmpeg's command line, each between spaces.
    private func make(_ clips: Clips, _ name: String, _ words: String) throws -> URL {
      let clip = clips.file(name)
      try FFmpeg.run("ffmpeg", ["-v", "error", "-y"] + words.split(separator: " ").map(String.init) + [clip.path])
      return clip
    }

    private func export(_ clip: URL, to output: URL, from start: CMTime = .zero) async throws {
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      session.videoComposition = AVVideoComposition(asset: asset) {
        $0.finish(with: $0.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      session.timeRange = CMTimeRange(start: start, duration: .positiveInfinity)
      try await session.export(to: output, as: output.pathExtension == "mov" ? .mov : .mp4)
    }

    private func timing(_ clip: URL, _ stream: String = "v:0") throws -> (start: CMTime, unit: CMTime) {
      let reported = try FFmpeg.probe(clip, "stream=time_base,start_pts", of: stream)[0]
      let parts = reported["time_base"]!.split(separator: "/").compactMap { Int64($0) }
      let unit = CMTime(value: parts[0], timescale: Int32(parts[1]))
      return (CMTime(value: unit.value * Int64(reported["start_pts"]!)!, timescale: unit.timescale), unit)
    }

    /// Times, and durations, of what is shown, from the earliest start of a stream on.
    private func shown(_ clip: URL, _ streams: [String]) throws -> [[CMTime]] {
      let start = try #require(try streams.map { try timing(clip, $0).start }.min())
      let unit = try timing(clip).unit
      return try FFmpeg.probe(clip, "frame=best_effort_timestamp,pkt_duration").map { frame in
        let counts = ["best_effort_timestamp", "pkt_duration"].map { Int64(frame[$0] ?? "") ?? -1 }
        return [
          CMTime(value: counts[0] * unit.value, timescale: unit.timescale) - start,
          CMTime(value: counts[1] * unit.value, timescale: unit.timescale),
        ]
      }
    }

    private static let even = "-f lavfi -i testsrc2=size=96x64:duration=1:rate="

    static let videos: [(String, String, [String])] = [
      ("24.mp4", "\(even)24 \(Clips.h264)", ["v:0"]), ("25.mp4", "\(even)25 \(Clips.h264)", ["v:0"]),
      ("ntsc.mp4", "\(even)30000/1001 \(Clips.h264)", ["v:0"]), ("60.mp4", "\(even)60 \(Clips.h264)", ["v:0"]),
      (
        "rates.mp4",
        "\(even)24 \(even)60 -filter_complex [0][1]concat -fps_mode vfr -video_track_timescale 120000 \(Clips.h264)",
        ["v:0"]
      ),
      ("jitter.mp4", "\(even)25 -vf setpts=(N+N*N/40)/25/TB -fps_mode passthrough \(Clips.h264)", ["v:0"]),
      ("late.mp4", "-itsoffset 0.4 \(even)25 \(Clips.sound(seconds: 1.5)) \(Clips.h264) -c:a aac", ["v:0", "a:0"]),
    ]

    @Test(arguments: videos)
    func timesAreThoseOfTheSource(_ name: String, _ words: String, _ streams: [String]) async throws {
      let clips = try Clips()
      let clip = try make(clips, name, words)
      let output = clips.file("out.mp4")
      try await export(clip, to: output)
      let (before, after) = try (shown(clip, streams), shown(output, streams))
      #expect(before.count > 20 && before.map { $0[0] } == after.map { $0[0] })
    }

    /// A video that was cut without encoding begins between two key frames, by an edit list.
    @Test func timesBehindAnEditAreThoseOfTheSource() async throws {
      let clips = try Clips()
      let whole = try make(clips, "whole.mp4", "\(Self.even.replacing("=1:", with: "=2:"))25 \(Clips.h264)")
      let clip = try make(clips, "cut.mp4", "-ss 0.7 -i \(whole.path) -c copy")
      let output = clips.file("out.mp4")
      try await export(clip, to: output)
      let (before, after) = try (shown(clip, ["v:0"]), shown(output, ["v:0"]))
      #expect(before.count > 20 && before.map { $0[0] } == after.map { $0[0] })
    }

    /// AVI has no times, only the order in which images are decoded.
    @Test func imagesWithoutTimesFollowEachOther() async throws {
      let clips = try Clips()
      let clip = try make(clips, "in.avi", "\(Self.even)25 -c:v mpeg4 -bf 0 -q:v 2")
      let output = clips.file("out.mp4")
      try await export(clip, to: output)
      let times = try shown(output, ["v:0"]).map { $0[0] }
      #expect(times == (0..<25).map { CMTime(value: $0, timescale: 25) })
    }

    /// A white frame and a click at one moment.
    private func clickAndFlash(_ clips: Clips) throws -> URL {
      let clip = clips.file("in.mov")
      try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "color=black:size=96x64:rate=25:duration=2,drawbox=color=white:t=fill:enable='eq(n,30)'", "-f", "lavfi", "-i",
          "aevalsrc='if(between(n,57600,57611),0.9,0)':s=48000:d=2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a",
          "pcm_s16le", clip.path,
        ])
      return clip
    }

    /// When it flashes, and which sample of sound clicks, in samples from the start of the video on.
    private func moments(_ clip: URL) throws -> (flash: Double, click: Double) {
      let times = try FFmpeg.probe(clip, "frame=best_effort_timestamp_time").map {
        Double($0["best_effort_timestamp_time"]!)!
      }
      let luma = try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-i", clip.path, "-fps_mode", "passthrough", "-vf", "crop=2:2,format=gray", "-f", "rawvideo",
          "-",
        ])
      let flash = try #require(stride(from: 0, to: luma.count, by: 4).first { luma[$0] > 128 })
      let sound = try FFmpeg.run(
        "ffmpeg", ["-v", "error", "-i", clip.path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"])
      let click = try #require(
        sound.withUnsafeBytes { $0.bindMemory(to: Int16.self).firstIndex { abs(Int($0)) > 8000 } })
      let start = try FFmpeg.probe(clip, "stream=start_time", of: "a:0")[0]["start_time"].flatMap { Double($0) } ?? 0
      return (times[flash / 4], start + Double(click) / 48000)
    }

    @Test(arguments: [0, 0.5]) func clickAndFlashStayTogether(_ start: Double) async throws {
      let clips = try Clips()
      let clip = try clickAndFlash(clips)
      let output = clips.file("out.mov")
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      session.videoComposition = AVVideoComposition(asset: asset) {
        $0.finish(with: $0.sourceImage.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -0.1]), context: nil)
      }
      session.timeRange = CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 1000), duration: .positiveInfinity)
      try await session.export(to: output, as: .mov)
      let (before, after) = try (moments(clip), moments(output))
      #expect(abs(before.flash - 1.2) < 1e-6 && abs(before.click - 1.2) < 1e-6)
      // ffprobe reports microseconds: the same frame, and the same sample.
      #expect(abs(after.flash - (before.flash - start)) < 2e-6, "\(after.flash)")
      #expect(abs((after.click - after.flash) - (before.click - before.flash)) <= 1.0 / 48000, "\(after.click)")
    }
  }
}
