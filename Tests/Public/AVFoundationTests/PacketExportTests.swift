import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import TestFiles
import Testing

extension Video {
  /// Exports that decode no image: what FFmpeg's programs find in them is what was in the source.
  @Suite struct PacketExportTests {
    private func session(_ clip: URL, _ preset: String) throws -> AVAssetExportSession {
      try #require(AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: preset))
    }

    /// A digest of each stream's packets.
    private func digests(_ clip: URL, _ streams: String = "0") throws -> [String] {
      let text = try FFmpeg.run(
        "ffmpeg", ["-v", "error", "-i", clip.path, "-map", streams, "-c", "copy", "-f", "streamhash", "-"])
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// When packets are shown, in seconds.
    private func times(_ clip: URL, _ streams: String) throws -> [Double] {
      try FFmpeg.probe(clip, "packet=pts_time", of: streams).compactMap { $0["pts_time"].flatMap(Double.init) }
    }

    @Test(arguments: [AVFileType.mov, .mp4, .mkv])
    func allGoesOnAsItIs(_ type: AVFileType) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", Clips.images(seconds: 2), Clips.sound(seconds: 2),
        "\(Clips.h264) -c:a aac -metadata title=Counting")
      let session = try session(clip, AVAssetExportPresetPassthrough)
      #expect(session.supportedFileTypes.contains(type))
      let output = clips.file("out")
      try await session.export(to: output, as: type)
      #expect(session.status == .completed && session.progress == 1)
      let (before, after) = (try digests(clip), try digests(output))
      #expect(before.count == 2 && after == before)
      var shifts: [Double] = []
      for streams in ["v:0", "a:0"] {
        let (wanted, found) = (try times(clip, streams), try times(output, streams))
        #expect(found.count == wanted.count && found.count > 40)
        shifts += zip(found, wanted).map { $0 - $1 }
      }
      // Matroska has whole milliseconds, none of them before 0: what AAC needs before its start moves all.
      let spread = (shifts.max() ?? 1) - (shifts.min() ?? 0)
      if type == .mkv { #expect(spread <= 0.002, "\(spread)") } else { #expect(shifts.allSatisfy { $0 == 0 }) }
      #expect(AVURLAsset(url: output).metadata.contains { $0.stringValue == "Counting" })
      #expect(try FileManager.default.contentsOfDirectory(atPath: clips.folder.path).sorted() == ["in.mp4", "out"])
    }

    /// From Matroska, which has no decode times.
    @Test func videosOfMatroskaBecomeMP4() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", Clips.images(seconds: 1), Clips.sound(seconds: 1), "\(Clips.h264) -c:a aac")
      let output = clips.file("out.mp4")
      try await session(clip, AVAssetExportPresetPassthrough).export(to: output, as: .mp4)
      #expect(try FFmpeg.images(output, format: "gray") == FFmpeg.images(clip, format: "gray"))
      let shifts = zip(try times(clip, "v:0").sorted(), try times(output, "v:0").sorted()).map { $0 - $1 }
      #expect(shifts.count == 25 && (shifts.max() ?? 1) - (shifts.min() ?? 0) < 0.002)
    }

    /// Frames before the range are kept for decoding, and are marked as hidden.
    @Test func aRangeBeginsWithItsOwnImage() async throws {
      let clips = try Clips()
      let clip = clips.file("in.mp4")
      let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=4", "-c:a", "aac"]
      try NumberedVideo.make(clip, rate: "25", count: 100, sound)
      let session = try session(clip, AVAssetExportPresetPassthrough)
      // Image 12 k is a key frame: 45 is none.
      session.timeRange = CMTimeRange(
        start: CMTime(value: 45, timescale: 25), duration: CMTime(value: 1, timescale: 1))
      let output = clips.file("out.mp4")
      try await session.export(to: output, as: .mp4)
      let (width, height) = NumberedVideo.size
      let pixels = [UInt8](try FFmpeg.images(output, format: "gray"))
      let numbers = stride(from: 0, to: pixels.count, by: width * height).map {
        NumberedVideo.number(Array(pixels[$0..<$0 + width]))
      }
      // What is decoded before the end may be shown a little behind it.
      #expect(numbers == Array(45..<45 + numbers.count) && (25...28).contains(numbers.count), "\(numbers)")
      #expect(abs(AVURLAsset(url: output).duration.seconds - 1) < 0.15)
      let heard = try times(output, "a:0").filter { $0 >= 0 }
      #expect(heard.count > 40 && (heard.first ?? 1) < 0.05)
    }

    @Test func soundAloneIsPassedOnOrBecomesAAC() async throws {
      let clips = try Clips()
      let video = try clips.make("in.mp4", Clips.images(), Clips.sound(), "\(Clips.h264) -c:a aac")
      let session = try session(video, AVAssetExportPresetAppleM4A)
      #expect(session.supportedFileTypes == [.m4a])
      let output = clips.file("out.m4a")
      try await session.export(to: output, as: .m4a)
      #expect(try digests(output) == digests(video, "0:a").map { "0" + $0.dropFirst() })
      #expect(try FFmpeg.probe(output, "stream=codec_type", of: "v").isEmpty)

      let other = try clips.make("in.mkv", Clips.images(), Clips.sound(), "\(Clips.h264) -c:a flac")
      let encoded = clips.file("encoded.m4a")
      try await self.session(other, AVAssetExportPresetAppleM4A).export(to: encoded, as: .m4a)
      let stream = try #require(try FFmpeg.probe(encoded, "stream=codec_name,duration", of: "a:0").first)
      #expect(stream["codec_name"] == "aac")
      #expect(abs((stream["duration"].flatMap(Double.init) ?? 0) - 1) < 0.05)
    }

    @Test func subtitlesGoOnWhereTheFileTakesThem() async throws {
      let clips = try Clips()
      try Data("1\n00:00:00,200 --> 00:00:00,900\nA line of text\n".utf8).write(to: clips.file("in.srt"))
      let clip = try clips.make(
        "in.mkv", Clips.images(), "-i \(clips.file("in.srt").path) -map 0 -map 1 \(Clips.h264) -c:s srt")
      let (kept, left) = (clips.file("kept.mkv"), clips.file("left.mp4"))
      try await session(clip, AVAssetExportPresetPassthrough).export(to: kept, as: .mkv)
      #expect(try digests(kept) == digests(clip))
      try await session(clip, AVAssetExportPresetPassthrough).export(to: left, as: .mp4)
      #expect(try digests(left) == Array(digests(clip).prefix(1)))
    }

    @Test func unsupportedStreamsAreReported() async throws {
      let clips = try Clips()
      let video = try clips.make("in.mkv", Clips.images(), Clips.sound(), "\(Clips.h264) -c:a pcm_s16le")
      let silent = try clips.make("silent.mp4", Clips.images(), Clips.h264)
      func refused(
        _ clip: URL, _ preset: String, _ type: AVFileType, _ says: String,
        _ change: (AVAssetExportSession) -> Void = { _ in }
      ) async throws {
        let session = try session(clip, preset)
        change(session)
        let output = clips.file("out")
        do {
          try await session.export(to: output, as: type)
          Issue.record("it was exported: \(says)")
        } catch { #expect("\(error)".contains(says), "\(error)") }
        #expect(session.status == .failed && !FileManager.default.fileExists(atPath: output.path))
      }
      let (passthrough, m4a) = (AVAssetExportPresetPassthrough, AVAssetExportPresetAppleM4A)
      try await refused(video, passthrough, .mp4, "sound (pcm_s16le), cannot be copied into mp4; write .mkv")
      try await refused(video, m4a, .mp4, "com.apple.m4a-audio")
      try await refused(silent, m4a, .m4a, "no sound")
      try await refused(video, passthrough, .mkv, "there are no packets from 5.0 s") {
        $0.timeRange = CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: .positiveInfinity)
      }
      let composition = AVVideoComposition(asset: AVURLAsset(url: video)) { request in
        request.finish(with: request.sourceImage, context: nil)
      }
      try await refused(video, passthrough, .mkv, "cannot apply a composition") { $0.videoComposition = composition }
      let names = try FileManager.default.contentsOfDirectory(atPath: clips.folder.path)
      #expect(names.sorted() == ["in.mkv", "silent.mp4"])
    }

    @Test func presetsSayWhatTheyFit() async throws {
      let clips = try Clips()
      let video = AVURLAsset(
        url: try clips.make("in.mkv", Clips.images(), Clips.sound(), "\(Clips.h264) -c:a pcm_s16le"))
      let sound = AVURLAsset(url: try clips.make("in.wav", Clips.sound()))
      let (passthrough, m4a, h264) = (
        AVAssetExportPresetPassthrough, AVAssetExportPresetAppleM4A, AVAssetExportPresetHighestQuality
      )
      func fits(_ preset: String, _ asset: AVAsset, _ type: AVFileType?) async -> Bool {
        await AVAssetExportSession.compatibility(ofExportPreset: preset, with: asset, outputFileType: type)
      }
      #expect(await fits(passthrough, video, .mkv))
      #expect(await fits(passthrough, video, nil))
      #expect(await !fits(passthrough, video, .mp4))
      #expect(await fits(m4a, video, .m4a))
      #expect(await !fits(m4a, video, .mp4))
      #expect(await fits(h264, video, .mp4))
      #expect(await !fits(h264, sound, nil))
      #expect(await !fits("AVAssetExportPresetNone", video, nil))
      let ofSound = AVAssetExportSession.exportPresets(compatibleWith: sound)
      #expect(Set(ofSound) == [passthrough, m4a])
      #expect(Set(AVAssetExportSession.exportPresets(compatibleWith: video)).isSuperset(of: [passthrough, m4a, h264]))
      #expect(AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset(url: clips.file("none.mp4"))).isEmpty)
    }

    @Test func cancellingLeavesNothing() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 20), Clips.h264)
      let session = try session(clip, AVAssetExportPresetPassthrough)
      session.cancelExport()
      await #expect(throws: CancellationError.self) { try await session.export(to: clips.file("out.mp4"), as: .mp4) }
      #expect(session.status == .cancelled)
      try await expectNothingOpen(clips.folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: clips.folder.path) == ["in.mp4"])
    }

    @Test func aFileMayBeLimited() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images("320x240", seconds: 4), Clips.h264)
      let session = try session(clip, AVAssetExportPresetPassthrough)
      let whole = try #require(try FileManager.default.attributesOfItem(atPath: clip.path)[.size] as? Int64)
      session.fileLengthLimit = whole / 4
      let output = clips.file("out.mp4")
      try await session.export(to: output, as: .mp4)
      let size = try #require(try FileManager.default.attributesOfItem(atPath: output.path)[.size] as? Int64)
      #expect(size < whole / 2 && size > whole / 8)
    }
  }
}
