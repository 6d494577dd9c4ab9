import Foundation
import TestFiles
import Testing

extension VideoPrograms {
  /// `citool video` between other programs.
  @Suite struct VideoPipeTests {
    /// A line for a shell, in the folder of the clips; `CITOOL` is citool.
    private func shell(_ tool: VideoTool, _ line: String) throws -> FinishedProgram {
      let path = VideoTool.program("citool").path
      return try FinishedProgram(
        "bash", ["-c", "set -o pipefail; " + line.replacingOccurrences(of: "CITOOL", with: "'\(path)'")],
        in: tool.clips.folder)
    }

    /// Sizes and checksums of all images, or blocks of sound, by ffmpeg.
    private func sums(_ tool: VideoTool, _ name: String, _ map: String = "0:v", times: Bool = false) throws -> [String]
    {
      let output = try FFmpeg.run(
        "ffmpeg", ["-v", "error", "-i", tool.clips.file(name).path, "-map", map, "-f", "framemd5", "-"])
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      return lines.map { line in
        let columns = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return columns.suffix(2).joined(separator: " ")
      }
    }

    @Test(arguments: [("yuv420p", "rawvideo", ""), ("yuv420p10le", "ffv1", "--codec ffv1"), ("yuv420p", "ffv1", "")])
    func imagesGoThroughPipesAsTheyAre(_ layout: String, _ codec: String, _ words: String) throws {
      let tool = try VideoTool()
      try _ = tool.clips.make(
        "in.mkv", Clips.images("66x44", rate: "30000/1001"), Clips.sound(),
        "-c:v ffv1 -pix_fmt \(layout) -c:a pcm_s16le")
      let result = try shell(
        tool,
        "ffmpeg -v error -i in.mkv -c:v \(codec) -c:a copy -f nut - | CITOOL video - -o - \(words) "
          + "| ffmpeg -v error -i - -c copy -f nut out.nut")
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      #expect(try sums(tool, "out.nut") == sums(tool, "in.mkv"))
      let bytes = try ["in.mkv", "out.nut"].map {
        try FFmpeg.run("ffmpeg", ["-v", "error", "-i", tool.clips.file($0).path, "-map", "0:a", "-f", "s16le", "-"])
      }
      #expect(bytes[0] == bytes[1] && !bytes[0].isEmpty)
      let times = try [("in.mkv", "1/1000"), ("out.nut", "")].map { name, _ in
        try FFmpeg.probe(tool.clips.file(name), "frame=best_effort_timestamp_time").map {
          Double($0["best_effort_timestamp_time"]!)!
        }
      }
      #expect(times[0].count == 30 && times[1].count == 30)
      // Matroska counts milliseconds.
      for (a, b) in zip(times[0], times[1]) { #expect(abs(a - b) < 0.0011) }
    }

    @Test(arguments: ["yuv420p", "yuv420p10le"]) func yuv4mpegGoesInAndOut(_ layout: String) throws {
      let tool = try VideoTool()
      try _ = tool.clips.make(
        "in.mkv", Clips.images("66x44", rate: "30000/1001"), "-c:v ffv1 -pix_fmt \(layout)")
      let result = try shell(
        tool,
        "ffmpeg -v error -i in.mkv -strict -1 -f yuv4mpegpipe - | CITOOL video - -o - --format y4m > out.y4m")
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      #expect(try sums(tool, "out.y4m") == sums(tool, "in.mkv"))
      let rate = try FFmpeg.probe(tool.clips.file("out.y4m"), "stream=r_frame_rate")[0]["r_frame_rate"]
      #expect(rate == "30000/1001")
    }

    @Test func partsOfPipesAreFilteredAndWrittenToFiles() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("66x44", rate: "25"), VideoTool.lossless)
      let filter = "-f CISepiaTone --codec ffv1 --start 0.4 --end 0.8"
      try tool.done(
        "video", "in.mkv", "-o", "truth.mkv", "-f", "CISepiaTone", "--codec", "ffv1", "--start", "0.4", "--end", "0.8")
      let piped = try shell(tool, "ffmpeg -v error -i in.mkv -c copy -f nut - | CITOOL video - -o out.mkv \(filter)")
      #expect(piped.status == 0 && piped.errors == "", "\(piped.errors)")
      #expect(try sums(tool, "out.mkv") == sums(tool, "truth.mkv"))
      #expect(try sums(tool, "out.mkv").count == 10)
      let images = try shell(tool, "ffmpeg -v error -i in.mkv -f yuv4mpegpipe - | CITOOL video - -o 'p/%02d.png'")
      #expect(images.status == 0, "\(images.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: tool.clips.file("p").path).count == 25)
    }

    /// Not a signal: a script sees why.
    @Test func aReaderThatGoesIsAnErrorWithASentence() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("320x240", seconds: 4), VideoTool.lossless)
      for format in ["nut", "y4m"] {
        let result = try shell(
          tool, "{ CITOOL video in.mkv -o - --format \(format); echo $? > status; } | head -c 1000 > /dev/null")
        #expect(result.errors.contains("the reader of the output closed it"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(try String(contentsOf: tool.clips.file("status"), encoding: .utf8) == "1\n")
      }
      #expect(try tool.names == ["in.mkv", "status"])
    }

    /// Ended while it waits for who writes, and while it waits for who reads.
    @Test(arguments: ["CITOOL video - -o out.mkv < <(sleep 10)", "CITOOL video in.mkv -o - > >(sleep 10)"])
    func whatWaitsForAPipeCanBeEnded(_ line: String) throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("320x240", seconds: 4), VideoTool.lossless)
      let ended = try shell(
        tool, line.replacingOccurrences(of: "CITOOL", with: "timeout -k 20 1 CITOOL") + "; echo $SECONDS")
      // Within the time that is waited for an end that does not come.
      let seconds = Int(String(decoding: ended.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
      #expect(try #require(seconds) < 8)
      #expect(try tool.names == ["in.mkv"])
    }

    @Test func wrongPipesAreRefused() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images(seconds: 0.2), VideoTool.lossless)
      try tool.refused(2, "--format is for -o -", "video", "in.mkv", "-o", "out.mkv", "--format", "nut")
      try tool.refused(2, "nut or y4m", "video", "in.mkv", "-o", "-", "--format", "mp4")
      try tool.refused(1, "y4m is uncompressed", "video", "in.mkv", "-o", "-", "--format", "y4m", "--codec", "h264")
      func refused(_ words: String, _ line: String) throws {
        let result = try shell(tool, line)
        #expect(result.status != 0 && result.errors.contains(words), "\(line): \(result.errors)")
        #expect(result.output.isEmpty)
      }
      try refused("read once; pass seconds", "CITOOL video - -o out.mkv --start '#3' < in.mkv")
      try refused("file type is not recognized", "echo a text | CITOOL video - -o out.mkv")
      try refused("file type is not recognized", "CITOOL video - -o out.mkv < /dev/null")
      try refused("is closed", "CITOOL video in.mkv -o - >&-")
      // Errors could not be reported, so nothing is started.
      let silent = try shell(tool, "CITOOL video in.mkv -o - 2>&-")
      #expect(silent.status == 2 && silent.output.isEmpty)
      #expect(try tool.names == ["in.mkv"])
    }
  }
}
