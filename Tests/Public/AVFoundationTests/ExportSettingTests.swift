import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Settings of sessions, compositions and tracks other than video.
  @Suite struct ExportSettingTests {
    private func session(_ clip: URL, _ preset: String = AVAssetExportPresetHighestQuality) throws
      -> AVAssetExportSession
    {
      try #require(AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: preset))
    }

    private func tags(_ clip: URL) throws -> [String: String] {
      let json = try FFmpeg.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "json", clip.path])
      let answer = try #require(JSONSerialization.jsonObject(with: json) as? [String: [String: Any]])
      return answer["format"]?["tags"] as? [String: String] ?? [:]
    }

    @Test func filesSayWhatTheSessionOrTheSourceSays() async throws {
      let clips = try Clips()
      let clip = clips.file("in.mp4")
      try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:duration=0.2", "-metadata", "title=A video",
          "-metadata",
          "artist=Somebody", clip.path,
        ])
      let (all, common) = try await AVURLAsset(url: clip).load(.metadata, .commonMetadata)
      let titles = AVMetadataItem.metadataItems(from: all, filteredByIdentifier: .commonIdentifierTitle)
      #expect(titles.map(\.stringValue) == ["A video"] && titles[0].commonKey == .commonKeyTitle)
      #expect(common.contains { $0.identifier == .commonIdentifierArtist && $0.value as? NSString == "Somebody" })
      #expect(all.contains { $0.identifier?.rawValue == "file/major_brand" } && common.count < all.count)

      let kept = try session(clip)
      try await kept.export(to: clips.file("kept.mp4"), as: .mp4)
      #expect(try tags(clips.file("kept.mp4"))["title"] == "A video")
      let withMetadata = try session(clip)
      let item = AVMutableMetadataItem()
      item.identifier = .commonIdentifierTitle
      item.value = "Another" as NSString
      withMetadata.metadata = [item]
      try await withMetadata.export(to: clips.file("said.mp4"), as: .mp4)
      #expect(try tags(clips.file("said.mp4"))["title"] == "Another" && tags(clips.file("said.mp4"))["artist"] == nil)
    }

    @Test func videosEndAtTheLimitOfTheirFile() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images("320x240", seconds: 2), "-c:v ffv1 -pix_fmt yuv420p")
      let session = try session(clip, AVAssetExportPresetFFV1Lossless)
      let whole = try Data(contentsOf: clip).count
      session.fileLengthLimit = Int64(whole / 2)
      try await session.export(to: clips.file("out.mkv"), as: .mkv)
      let bytes = try Data(contentsOf: clips.file("out.mkv")).count
      let frames = try FFmpeg.probe(clips.file("out.mkv"), "frame=best_effort_timestamp").count
      #expect(
        (15..<45).contains(frames) && bytes > whole * 2 / 5 && bytes < whole * 7 / 10, "\(frames), \(bytes) of \(whole)"
      )
      #expect(session.status == .completed)
      try await expectNothingOpen(clips.folder)
    }

    @Test func smallerPresetsOfHEVCFit() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", "-f lavfi -i color=red:size=2560x1440:rate=25:duration=0.08", "-c:v ffv1 -pix_fmt yuv420p")
      try await session(clip, AVAssetExportPresetHEVC1920x1080).export(to: clips.file("out.mp4"), as: .mp4)
      let facts = try FFmpeg.probe(clips.file("out.mp4"), "stream=codec_name,width,height")[0]
      #expect(facts == ["codec_name": "hevc", "width": "1920", "height": "1080"])
    }

    @Test func timesAreThoseOfTheTrackOrOfTheGrid() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 0.4), Clips.sound(), "\(Clips.h264) -c:a aac")
      func frames(_ name: String, _ change: (AVMutableVideoComposition) -> Void) async throws -> Int {
        let session = try session(clip)
        let composition = AVMutableVideoComposition(asset: session.asset) {
          $0.finish(with: $0.sourceImage, context: nil)
        }
        #expect(composition.sourceTrackIDForFrameTiming == 1)
        change(composition)
        session.videoComposition = composition
        try await session.export(to: clips.file(name), as: .mp4)
        return try FFmpeg.probe(clips.file(name), "frame=best_effort_timestamp").count
      }
      let grid = try await frames("grid.mp4") {
        $0.frameDuration = CMTime(value: 1, timescale: 50)
        #expect($0.sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid)
      }
      let source = try await frames("source.mp4") {
        $0.frameDuration = CMTime(value: 1, timescale: 50)
        $0.sourceTrackIDForFrameTiming = 1
      }
      #expect(grid == 20 && source == 10)
      let own = try await frames("own.mp4") { $0.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid }
      #expect(own == 10)
      do {
        _ = try await frames("sound.mp4") { $0.sourceTrackIDForFrameTiming = 2 }
        Issue.record("it was exported")
      } catch let error as AVError {
        #expect(error.code == .invalidVideoComposition && error.message.contains("times of track 2"), "\(error)")
      }
    }

    @Test func segmentsSayWhenATrackBegins() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", "-itsoffset 0.4 \(Clips.images())", Clips.sound(seconds: 1.5), "\(Clips.h264) -c:a aac")
      let tracks = AVURLAsset(url: clip).tracks
      let late = try await tracks[0].load(.segments)
      try #require(late.map(\.isEmpty) == [true, false])
      #expect(late[0].timeMapping.target.end == late[1].timeMapping.target.start && late[0].timeMapping.isEmpty)
      #expect(late[1].timeMapping.target == tracks[0].timeRange && late[1].timeMapping.source.start == .zero)
      #expect(tracks[1].segments.map(\.isEmpty) == [false])
    }

    @Test func whatDoesNotGoOnIsNamed() throws {
      let tool = try VideoTool()
      try tool.write("1\n00:00:00,000 --> 00:00:00,200\nA word\n", as: "words.srt")
      _ = try tool.clips.make(
        "in.mkv", Clips.images(seconds: 0.4), "-i \(tool.clips.file("words.srt").path) \(Clips.h264) -c:s srt")
      let result = try tool.run("video", "in.mkv", "-o", "out.mp4")
      #expect(
        result.status == 0
          && result.errors.contains("stream 2, subtitles (subrip), is not exported: mp4 does not support it"),
        "\(result.errors)")
    }
  }
}
