import AVFoundation
import Foundation
import TestFiles
import Testing
import citool_video

extension VideoPrograms {
  /// `citool video`, checked by ffprobe and ffmpeg.
  @Suite struct VideoCommandTests {
    private func times(_ clip: URL) throws -> [Double] {
      try FFmpeg.probe(clip, "frame=best_effort_timestamp_time").map { Double($0["best_effort_timestamp_time"]!)! }
    }

    @Test func filtersGoOverEveryFrameAndSoundStays() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mp4", Clips.images(), Clips.sound(), "\(Clips.h264) -c:a aac")
      try tool.done("video", "in.mp4", "-o", "made/out.mp4", "-f", "CISepiaTone", "intensity=0.8", "--stats", "s.json")
      let output = tool.clips.file("made/out.mp4")
      #expect(try times(output) == times(clip))
      let packets = try [clip, output].map {
        try FFmpeg.run("ffmpeg", ["-v", "error", "-i", $0.path, "-map", "0:a", "-c", "copy", "-f", "adts", "-"])
      }
      #expect(packets[0] == packets[1])
      #expect(try FFmpeg.images(output) != FFmpeg.images(clip))
      let json = try JSONSerialization.jsonObject(with: try Data(contentsOf: tool.clips.file("s.json")))
      let statistics = try #require(json as? [String: Any])
      let count = try times(clip).count
      for key in ["frames_in", "frames_out", "renders"] { #expect(statistics[key] as? Int == count, "\(key)") }
      #expect(statistics["frames_dropped"] as? Int == 0)
      // Three between the decoder and the encoder; x264 keeps no borrowed frame.
      let alive = statistics["frames_alive_most"] as? Int ?? 0
      #expect((1...8).contains(alive), "\(alive)")
      // Planes come from the decoder and go to x264 as they lie.
      #expect(statistics["planes_copied_bytes"] as? Int == 0)
      for key in ["wait_room_ms", "wait_frames_ms", "wait_renders_ms"] { #expect(statistics[key] is Double, "\(key)") }
      for key in ["decode_ms", "handler_ms", "encode_ms", "wall_ms", "peak_rss_bytes"] {
        #expect((statistics[key] as? Double ?? 0) > 0, "\(key)")
      }
      #expect(statistics["backend"] is String && (statistics["dispatches_per_frame"] as? Double ?? 0) >= 1)
      // Without a GPU both planes are computed together, row by row, including their intermediates.
      let isProcessor = statistics["backend"] as? String == "processor"
      if isProcessor { #expect(statistics["pipelines_per_frame"] as? Double == 1) }
    }

    @Test func withoutFiltersImagesGoThroughAsTheyAre() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mkv", Clips.images("66x44", seconds: 0.4), VideoTool.lossless)
      try tool.done("video", "in.mkv", "-o", "out.mkv", "--codec", "ffv1")
      #expect(try FFmpeg.images(tool.clips.file("out.mkv")) == FFmpeg.images(clip))
    }

    /// Studios number shots from 1001 on. A file with another name in the folder is no part of the sequence.
    @Test func numberedImagesBeginAtAnyNumber() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mkv", Clips.images("66x44", rate: "10", seconds: 0.3), VideoTool.lossless)
      _ = try FFmpeg.run(
        "ffmpeg", ["-v", "error", "-i", clip.path, "-start_number", "1001", tool.clips.file("shot.%04d.png").path])
      try FileManager.default.copyItem(at: tool.clips.file("shot.1001.png"), to: tool.clips.file("shot.07.png"))
      try tool.done("video", "shot.%04d.png", "--fps", "10", "-o", "out.mkv", "--codec", "ffv1")
      #expect(try times(tool.clips.file("out.mkv")).count == 3)
    }

    @Test(arguments: [("0.4", "0.8"), ("#10", "#20"), ("0:00:00.40", "#20")])
    func partsAreCutOutByTimesAndNumbers(_ start: String, _ end: String) throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mkv", Clips.images("66x44", rate: "25"), VideoTool.lossless)
      try tool.done("video", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--start", start, "--end", end)
      let (all, part) = try (FFmpeg.images(clip), FFmpeg.images(tool.clips.file("out.mkv")))
      let bytes = all.count / 25
      #expect(part == all[10 * bytes..<20 * bytes])
      #expect(try times(tool.clips.file("out.mkv"))[0] == 0)
    }

    @Test func videosAreCopiedWithoutBeingEncoded() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make(
        "in.mkv", Clips.images("66x44", seconds: 2), Clips.sound(seconds: 2), "\(Clips.h264) -c:a pcm_s16le")
      try tool.done("video", "in.mkv", "-o", "out.mp4", "--codec", "copy")
      let facts = try FFmpeg.probe(tool.clips.file("out.mp4"), "stream=codec_name", of: "a:0")
      #expect(facts.first?["codec_name"] == "aac")
      #expect(try FFmpeg.images(tool.clips.file("out.mp4")) == FFmpeg.images(clip))
      try tool.done("video", "in.mkv", "-o", "silent.mkv", "--codec", "copy", "--no-audio")
      #expect(try FFmpeg.probe(tool.clips.file("silent.mkv"), "stream=codec_name", of: "a").isEmpty)
      try tool.refused(1, "exists; pass --force", "video", "in.mkv", "-o", "out.mp4", "--codec", "copy")
      try tool.done("video", "in.mkv", "-o", "out.mp4", "--codec", "copy", "--force", "--start", "1")
      #expect(try FFmpeg.probe(tool.clips.file("out.mp4"), "packet=pts").count < 40)
      try tool.refused(
        2, "a filter changes them", "video", "in.mkv", "-o", "a.mp4", "--codec", "copy", "-f", "CISepiaTone")
      try tool.refused(2, "--size changes them", "video", "in.mkv", "-o", "a.mp4", "--codec", "copy", "--size", "32x")
      #expect(try tool.names == ["in.mkv", "out.mp4", "silent.mkv"])
    }

    /// B-frames come in another order than they are shown in.
    @Test func numbersOfFramesCountWhatIsShown() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make(
        "in.mp4", Clips.images(), "-vf setpts=(N+N*N/40)/25/TB -fps_mode passthrough \(Clips.h264)")
      try tool.done("video", "in.mp4", "-o", "out.mp4", "--start", "#7", "--end", "#12")
      let all = try times(clip)
      let shown = try times(tool.clips.file("out.mp4"))
      #expect(shown.count == 5)
      for (a, b) in zip(shown, all[7..<12]) { #expect(abs(a - (b - all[7])) < 2e-4) }
      try tool.refused(1, "there are 25 frames, from #0", "video", "in.mp4", "-o", "none.mp4", "--start", "#25")
      try tool.refused(2, "before the end of the video", "video", "in.mp4", "-o", "none.mp4", "--start", "1:00")
      try tool.done("video", "in.mp4", "-o", "last.mp4", "--start", "#24", "--end", "#25")
      #expect(try times(tool.clips.file("last.mp4")).count == 1)
    }

    @Test func frameRatesAreConstantOnRequest() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mp4", Clips.images(), Clips.h264)
      try tool.done("video", "in.mp4", "-o", "out.mp4", "--fps", "10")
      let shown = try times(tool.clips.file("out.mp4"))
      #expect(shown.count == 10)
      for (index, time) in shown.enumerated() { #expect(abs(time - Double(index) / 10) < 1e-6) }
      try tool.done("video", "in.mp4", "-o", "same.mp4", "--fps", "source")
      #expect(try times(tool.clips.file("same.mp4")).count == 25)
    }

    @Test func sizesAreAsRequested() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("96x64", seconds: 0.2), VideoTool.lossless)
      for (argument, width, height) in [("48x", 48, 32), ("x128", 192, 128), ("50%", 48, 32), ("40x60", 40, 60)] {
        try tool.done("video", "in.mkv", "-o", "out.mkv", "--size", argument, "--force")
        let size = try FFmpeg.probe(tool.clips.file("out.mkv"), "stream=width,height")[0]
        #expect(size == ["width": "\(width)", "height": "\(height)"], "\(size)")
      }
      try tool.done("video", "in.mkv", "-o", "part.mkv", "--rect", "10,20,30,40")
      let size = try FFmpeg.probe(tool.clips.file("part.mkv"), "stream=width,height")[0]
      #expect(size == ["width": "30", "height": "40"])
      try tool.refused(2, "use 42x32", "video", "in.mkv", "-o", "odd.mkv", "--size", "41x31")
      try tool.refused(2, "1280x720, 1280x, x720 or 50%", "video", "in.mkv", "-o", "odd.mkv", "--size", "large")
    }

    @Test(arguments: [
      ("hevc", "mp4", "hevc"), ("ffv1", "mkv", "ffv1"), ("vp9", "webm", "vp9"), ("libx264", "mov", "h264"),
      ("", "webm", "vp9"),
      ("av1", "mkv", "av1"), ("prores", "mov", "prores"),
    ])
    func codecsAreAsRequested(_ codec: String, _ ending: String, _ name: String) throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("128x96", seconds: 0.2), VideoTool.lossless)
      let words = codec.isEmpty ? [] : ["--codec", codec]
      let result = try tool.run(["video", "in.mkv", "-o", "out.\(ending)", "-f", "CIColorInvert"] + words)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      let facts = try FFmpeg.probe(tool.clips.file("out.\(ending)"), "stream=codec_name")[0]
      #expect(facts["codec_name"] == name)
      #expect(try times(tool.clips.file("out.\(ending)")).count == 5)
    }

    @Test func qualityAndBitRateChangeTheSize() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("320x240", seconds: 1), VideoTool.lossless)
      func bytes(_ words: String...) throws -> Int {
        let result = try tool.run(["video", "in.mkv", "-o", "out.mkv", "--force", "--threads", "1"] + words)
        #expect(result.status == 0, "\(result.errors)")
        return try Data(contentsOf: tool.clips.file("out.mkv")).count
      }
      #expect(try bytes("--quality", "40") < bytes("--quality", "20"))
      #expect(try bytes("--bitrate", "100k") < bytes("--bitrate", "2M"))
      #expect(try bytes("--preset", "ultrafast") != bytes("--preset", "medium"))
    }

    @Test func unsupportedEncoderOptionsAreReported() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images(seconds: 0.2), VideoTool.lossless)
      func refused(_ words: String, _ arguments: String...) throws {
        let result = try tool.run(["video", "in.mkv", "-o", "out.mkv"] + arguments)
        #expect(result.status == 1 && result.errors.contains(words), "\(arguments): \(result.errors)")
      }
      try refused("libx264 must be between 0, the best, and 51", "--quality", "52")
      try refused("ffv1 has no quality setting: it is lossless", "--codec", "ffv1", "--quality", "3")
      try refused("libx264 has ultrafast, superfast", "--preset", "lightning")
      try refused("no encoder xvid for xvid; available are h264 (libx264)", "--codec", "xvid")
      try refused("choose one of its presets", "--codec", "prores", "--quality", "3")
      try refused("prores_ks has proxy, lt", "--codec", "prores", "--preset", "fast")
      let layouts = try tool.run("video", "in.mkv", "-o", "out.mov", "--codec", "qtrle")
      #expect(layouts.status == 1 && layouts.errors.contains("takes none of the layouts"), "\(layouts.errors)")
      let webm = try tool.run("video", "in.mkv", "-o", "out.webm", "--codec", "h264")
      #expect(webm.status == 1 && webm.errors.contains(".webm vp9 and av1"), "\(webm.errors)")
      #expect(try tool.names == ["in.mkv"])
    }

    @Test func filesThatAreThereStayUnlessForced() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      try tool.write("kept", as: "out.mp4")
      try tool.refused(1, "--force", "video", "in.mp4", "-o", "out.mp4")
      #expect(try Data(contentsOf: tool.clips.file("out.mp4")) == Data("kept".utf8))
      try tool.done("video", "in.mp4", "-o", "out.mp4", "--force")
      #expect(try times(tool.clips.file("out.mp4")) == times(clip))
      try tool.refused(2, "its own input", "video", "in.mp4", "-o", "./in.mp4", "--force")
      // What fails takes nothing's place.
      try tool.write("kept", as: "out.mp4")
      try tool.refused(1, "(got 99)", "video", "in.mp4", "-o", "out.mp4", "--force", "--quality", "99")
      #expect(try Data(contentsOf: tool.clips.file("out.mp4")) == Data("kept".utf8))
      #expect(try tool.names == ["in.mp4", "out.mp4"])
    }

    @Test func wrongUsageIsTwoAndSaysWhatIsAllowed() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      try tool.refused(2, "IN is missing", "video", "-o", "out.mp4", "-f", "CICheckerboardGenerator")
      try tool.refused(2, "-o OUT is missing", "video", "in.mp4")
      try tool.refused(2, ".mp4, .mov, .m4v, .mkv or .webm", "video", "in.mp4", "-o", "out.avi")
      try tool.refused(2, "pass one INPUT", "video", "in.mp4", "in.mp4", "-o", "out.mp4")
      try tool.refused(2, "--start must be a time", "video", "in.mp4", "-o", "out.mp4", "--start", "soon")
      try tool.refused(
        2, "--end must be after --start", "video", "in.mp4", "-o", "out.mp4", "--start", "1", "--end", "1")
      try tool.refused(
        2, "--fps must be 0.001 to 1000 frames per second", "video", "in.mp4", "-o", "out.mp4", "--fps", "0")
      try tool.refused(2, "pass only one", "video", "in.mp4", "-o", "out.mp4", "--quality", "1", "--bitrate", "1M")
      try tool.refused(2, "800k or 4M", "video", "in.mp4", "-o", "out.mp4", "--bitrate", "much")
      try tool.refused(2, "bt709, hlg, pq or source", "video", "in.mp4", "-o", "out.mp4", "--color", "red")
      try tool.refused(2, "--tone-map is for videos", "video", "in.mp4", "--frames", "%d.png", "--tone-map")
      try tool.refused(2, "1 to 256", "video", "in.mp4", "-o", "out.mp4", "--threads", "0")
      try tool.refused(2, "copy, aac, opus, flac or pcm", "video", "in.mp4", "-o", "out.mp4", "--audio", "mp3")
      try tool.refused(2, "pass only one", "video", "in.mp4", "-o", "out.mp4", "--audio", "aac", "--no-audio")
      try tool.refused(2, "unknown option --codecs", "video", "in.mp4", "-o", "out.mp4", "--codecs", "h264")
      try tool.refused(3, "CISepiaTon", "video", "in.mp4", "-o", "out.mp4", "-f", "CISepiaTon")
      try tool.refused(1, "none.mp4", "video", "none.mp4", "-o", "out.mp4")
      try tool.write("a text", as: "text.mp4")
      try tool.refused(1, "text.mp4", "video", "text.mp4", "-o", "out.mp4")
      #expect(try tool.names == ["in.mp4", "text.mp4"])
    }

    @Test(arguments: [SIGINT, SIGTERM]) func whatIsEndedLeavesNothing(_ signal: Int32) throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mp4", Clips.images("320x240", seconds: 60), Clips.h264)
      let process = Process()
      process.executableURL = VideoTool.program("citool")
      process.arguments = ["video", "in.mp4", "-o", "out.mp4", "-f", "CISepiaTone"]
      process.currentDirectoryURL = tool.clips.folder
      process.standardError = FileHandle.nullDevice
      try process.start()
      let prefix = ".\(process.processIdentifier)-"
      func isWriting() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: tool.clips.folder.path).contains {
          $0.hasPrefix(prefix) && $0.hasSuffix(".part")
        }
      }
      for _ in 0..<500 where try !isWriting() { usleep(20_000) }
      #expect(try isWriting())
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      // What shells show as 128 and the signal: 130 for Ctrl-C.
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
      #expect(try tool.names == ["in.mp4"])
    }

    /// Of two exports to one name, one is complete; the other one fails and leaves nothing.
    @Test func twoExportsToOneNameDoNotMix() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mp4", Clips.images("320x240", seconds: 2), Clips.h264)
      let processes = try ["CISepiaTone", "CIColorInvert"].map { filter in
        let process = Process()
        process.executableURL = VideoTool.program("citool")
        process.arguments = ["video", "in.mp4", "-o", "out.mp4", "-f", filter]
        process.currentDirectoryURL = tool.clips.folder
        process.standardError = FileHandle.nullDevice
        try process.start()
        return process
      }
      for process in processes { process.waitUntilExit() }
      #expect(processes.map(\.terminationStatus).sorted() == [0, 1])
      #expect(try times(tool.clips.file("out.mp4")).count == times(clip).count)
      #expect(try tool.names.sorted() == ["in.mp4", "out.mp4"])
    }

    @Test func theTimeLimitLeavesNothing() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mp4", Clips.images("320x240", seconds: 60), Clips.h264)
      let result = try tool.run("video", "in.mp4", "-o", "out.mp4", "-f", "CISepiaTone", "--timeout", "0.5")
      #expect(result.status == 124 && result.errors.contains("--timeout"), "\(result.errors)")
      #expect(try tool.names == ["in.mp4"])
    }

    @Test func citoolFindsTheProgramBesideItOrSaysWhatToDo() throws {
      let tool = try VideoTool()
      let own = tool.clips.file("bin")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let alone = own.appending(path: "citool")
      do {
        try FileManager.default.linkItem(at: VideoTool.program("citool"), to: alone)
      } catch {
        try FileManager.default.copyItem(at: VideoTool.program("citool"), to: alone)
      }
      func run(_ path: String, _ arguments: String...) throws -> FinishedProgram {
        try FinishedProgram("PATH=\(path)", [alone.path] + arguments)
      }
      let missing = try run("/usr/bin:/bin", "probe", "in.mp4")
      #expect(missing.status == 1)
      #expect(missing.errors.contains("swift build -c release --product citool-video"), "\(missing.errors)")
      // Help needs no other program.
      #expect(try run("/usr/bin:/bin", "video", "--help").output.starts(with: Data("usage: citool video".utf8)))
      // In PATH it is found.
      let folder = VideoTool.program("citool").deletingLastPathComponent().path
      let found = try run("/usr/bin:/bin:\(folder)", "probe", "none.mp4")
      #expect(found.errors.contains("none.mp4"), "\(found.errors)")
    }

    @Test func versionsSayWhatTheLicenceOfFFmpegMeans() throws {
      func version(_ program: String) throws -> String {
        String(decoding: try FinishedProgram.output(VideoTool.program(program).path, ["--version"]), as: UTF8.self)
      }
      let own = try version("citool-video").split(separator: "\n")
      let all = String(decoding: try FFmpeg.run("ffmpeg", ["-version"]), as: UTF8.self)
      // As the build of FFmpeg here was configured.
      let isGPL = all.contains("--enable-gpl")
      #expect(own.count == 3 && own[1].hasSuffix("later") && own[1].contains(isGPL ? " GPL" : " LGPL"), "\(own)")
      #expect(own[2].contains(isGPL ? "must be under the GPL" : "users are informed"))
      // citool runs the program next to it, which prints the same.
      #expect(try version("citool").split(separator: "\n").dropFirst() == own.dropFirst())
      #expect(licenceMeaning("LGPL version 2.1 or later").contains("any licence"))
      #expect(licenceMeaning("nonfree and unredistributable").contains("may not be distributed"))
      // Alone it prints the consequences for all builds.
      let clips = try Clips()
      let alone = clips.file("citool")
      try FileManager.default.copyItem(at: VideoTool.program("citool"), to: alone)
      let words = try FinishedProgram("PATH=/nowhere", [alone.path, "--version"])
      #expect(
        words.status == 0 && String(decoding: words.output, as: UTF8.self).contains("LGPL 2.1 or later"))
    }

    @Test func progressSaysHowFarAndHowLong() {
      let (done, all, fps, elapsed) = (812, 3000, 25.0, 15.0)
      let seconds = Double(all) / fps
      let line = VideoProgress.line(done, of: all, seconds: seconds, elapsed: elapsed)
      let fraction = Double(done) / Double(all)
      let remaining = Int((elapsed / fraction - elapsed).rounded(.up))
      let speed = String(format: "%.1f fps %.1fx", Double(done) / elapsed, fraction * seconds / elapsed)
      #expect(line == "frame \(done)/\(all) \(Int(fraction * 100))% \(speed) ETA 0:\(remaining)")
      #expect(VideoProgress.line(0, of: all, seconds: seconds, elapsed: 0) == "frame 0/\(all) 0%")
      #expect(VideoProgress.line(7, of: nil, seconds: .nan, elapsed: 0.1) == "frame 7")
      #expect(VideoProgress.line(all + 1, of: all, seconds: seconds, elapsed: 1).contains("100%"))
    }
  }
}
