import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Chapters and subtitles in exports, as FFmpeg's programs report them.
  @Suite struct ChapterTests {
    private struct Chapter: Equatable {
      let title: String
      let start, end: Double
    }

    /// Two seconds in Matroska, whose times are whole milliseconds: three chapters, and two lines of text.
    ///
    /// - Parameter hasSound: FFmpeg moves all of a Matroska file by what AAC has before its start, 21 ms.
    private func video(_ clips: Clips, hasSound: Bool = false) throws -> URL {
      try Data(
        """
        1
        00:00:00,200 --> 00:00:00,700
        first words

        2
        00:00:00,900 --> 00:00:01,600
        second words

        """.utf8
      ).write(to: clips.file("words.srt"))
      try Data(
        """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=600
        title=Dawn
        [CHAPTER]
        TIMEBASE=1/1000
        START=600
        END=1400
        title=Noon = light\\; heat
        [CHAPTER]
        TIMEBASE=1/1000
        START=1400
        END=2000
        title=Été

        """.utf8
      ).write(to: clips.file("chapters.txt"))
      return try clips.make(
        "in.mkv", "-i \(clips.file("words.srt").path) -f ffmetadata -i \(clips.file("chapters.txt").path)",
        Clips.images(seconds: 2), hasSound ? Clips.sound(seconds: 2) : "",
        "-map 2 \(hasSound ? "-map 3" : "") -map 0 -map_chapters 1 \(Clips.h264) -c:a aac -c:s srt")
    }

    /// Returns the chapters that ffprobe reports, to the millisecond.
    private func chapters(_ clip: URL) throws -> [Chapter] {
      let text = try FFmpeg.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "chapter=start_time,end_time:chapter_tags=title", "-of", "json", clip.path])
      let json = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      return (json["chapters"] as? [[String: Any]] ?? []).map { chapter in
        func time(_ key: String) -> Double {
          ((Double(chapter[key] as? String ?? "") ?? -1) * 1000).rounded() / 1000
        }
        let title = (chapter["tags"] as? [String: String])?["title"]
        return Chapter(title: title ?? "", start: time("start_time"), end: time("end_time"))
      }
    }

    /// The lines of text with their times, as an .srt file has them.
    private func words(_ clip: URL) throws -> [String] {
      let text = try FFmpeg.run("ffmpeg", ["-v", "error", "-i", clip.path, "-map", "0:s", "-f", "srt", "-"])
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private let all = [
      Chapter(title: "Dawn", start: 0, end: 0.6), Chapter(title: "Noon = light; heat", start: 0.6, end: 1.4),
      Chapter(title: "Été", start: 1.4, end: 2),
    ]

    private func export(
      _ clip: URL, _ preset: String, to output: URL, as type: AVFileType, from start: Double = 0, to end: Double? = nil
    ) async throws {
      let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: preset))
      if let end {
        session.timeRange = CMTimeRange(
          start: CMTime(seconds: start, preferredTimescale: 1000), end: CMTime(seconds: end, preferredTimescale: 1000))
      }
      try await session.export(to: output, as: type)
    }

    @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
    func theyGoOn(_ preset: String) async throws {
      let clips = try Clips()
      let clip = try video(clips)
      try #require(try chapters(clip) == all)
      for (type, name) in [(AVFileType.mkv, "out.mkv"), (.mp4, "out.mp4"), (.mov, "out.mov")] {
        let output = clips.file(name)
        try await export(clip, preset, to: output, as: type)
        #expect(try chapters(output) == all, "\(name)")
      }
      // The others take no SubRip.
      #expect(
        try words(clips.file("out.mkv")) == [
          "1", "00:00:00,200 --> 00:00:00,700", "first words", "2", "00:00:00,900 --> 00:00:01,600", "second words",
        ])
    }

    @Test func subtitlesOfMP4GoOn() async throws {
      let clips = try Clips()
      let clip = try video(clips)
      let source = try clips.make("in.mp4", "-i \(clip.path) -map 0 -c:v copy -c:a copy -c:s mov_text")
      let output = clips.file("out.mp4")
      try await export(source, AVAssetExportPresetHighestQuality, to: output, as: .mp4)
      #expect(try words(output) == words(source))
      #expect(try words(output).contains("second words"))
    }

    /// Lines and chapters are cut where the range is, and nothing else moves.
    @Test func rangesCutThem() async throws {
      let clips = try Clips()
      let clip = try video(clips)
      let output = clips.file("out.mkv")
      try await export(clip, AVAssetExportPresetHighestQuality, to: output, as: .mkv, from: 0.4, to: 1.2)
      #expect(
        try chapters(output) == [
          Chapter(title: "Dawn", start: 0, end: 0.2), Chapter(title: "Noon = light; heat", start: 0.2, end: 0.8),
        ])
      #expect(
        try words(output) == [
          "1", "00:00:00,000 --> 00:00:00,300", "first words", "2", "00:00:00,500 --> 00:00:00,800", "second words",
        ])
      let times = try FFmpeg.probe(output, "packet=pts_time", of: "v:0").compactMap {
        $0["pts_time"].flatMap(Double.init)
      }
      #expect(times.min() == 0 && times.count == 20)
    }

    @Test func soundAloneKeepsThem() async throws {
      let clips = try Clips()
      let clip = try video(clips, hasSound: true)
      let output = clips.file("out.m4a")
      try await export(clip, AVAssetExportPresetAppleM4A, to: output, as: .m4a)
      #expect(try chapters(output) == all)
    }

    @Test func assetsHaveThem() async throws {
      let clips = try Clips()
      let asset = AVURLAsset(url: try video(clips))
      let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["fr", "en"])
      #expect(groups.map { $0.items.first?.stringValue } == ["Dawn", "Noon = light; heat", "Été"])
      #expect(groups.allSatisfy { $0.items.first?.identifier == .commonIdentifierTitle })
      #expect(
        groups.map(\.timeRange.start.seconds) == [0, 0.6, 1.4] && groups.map(\.timeRange.end.seconds) == [0.6, 1.4, 2])
      #expect(try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: []).count == 3)
      #expect(AVURLAsset(url: clips.file("none.mkv")).chapterMetadataGroups(bestMatchingPreferredLanguages: []).isEmpty)
      await #expect(throws: AVError.self) {
        try await AVURLAsset(url: clips.file("none.mkv")).loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
      }
    }

    @Test func probeShowsThem() throws {
      let tool = try VideoTool()
      let clip = try video(tool.clips)
      let text = String(decoding: try tool.run("probe", clip.path).output, as: UTF8.self)
      #expect(text.contains("  chapter from 0:00:00.600 to 0:00:01.400: Noon = light; heat\n"), "\(text)")
      let json = try JSONSerialization.jsonObject(with: try tool.run("probe", clip.path, "--json").output)
      let listed = ((json as? [String: Any])?["chapters"] as? [[String: Any]]) ?? []
      #expect(listed.compactMap { $0["title"] as? String } == all.map(\.title))
      #expect(listed.compactMap { $0["start"] as? Double } == all.map(\.start))
    }

    /// The next line may be an hour away: a range ends where images and sound do.
    @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
    func lateSubtitlesDoNotDelayTheExport(_ preset: String) async throws {
      let clips = try Clips()
      try Data("1\n00:00:19,000 --> 00:00:19,500\nat last\n".utf8).write(to: clips.file("late.srt"))
      let clip = try clips.make(
        "in.mkv", Clips.images(seconds: 20), "-i \(clips.file("late.srt").path) -map 0 -map 1 \(Clips.h264) -c:s srt")
      let output = clips.file("out.mkv")
      try await export(clip, preset, to: output, as: .mkv, from: 0, to: 0.4)
      #expect(try FFmpeg.probe(output, "packet=pts_time", of: "v:0").count >= 10)
      #expect(try words(output).isEmpty)
    }
  }
}
