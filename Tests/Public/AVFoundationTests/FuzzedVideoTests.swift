import Foundation
import TestFiles
import Testing

extension VideoPrograms {
  /// Videos with changed bits, each in its own process with limits of time and memory: the result is frames or one line
  /// of error. `scripts/fuzz videos` runs longer.
  @Suite struct FuzzedVideoTests {
    static let videos: [(String, String)] = [
      ("video.mp4", "\(Clips.h264) -c:a aac -movflags +faststart"), ("video.mkv", "\(Clips.h264) -c:a aac"),
      ("video.mov", "-c:v prores_ks -c:a pcm_s16le"),
    ]

    private func run(_ tool: VideoTool, _ arguments: String...) throws -> FinishedProgram {
      try FinishedProgram(
        "bash",
        ["-c", "ulimit -v 4194304; exec timeout 20 \"$0\" \"$@\"", VideoTool.program("citool-video").path] + arguments,
        in: tool.clips.folder)
    }

    @Test(arguments: videos) func changedBitsEndInImagesOrInOneLine(_ name: String, _ words: String) throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make(name, Clips.images("64x48", seconds: 0.4), Clips.sound(seconds: 0.4), words)
      let whole = try Data(contentsOf: clip)
      var numbers = RandomBits(state: 0x9E37_79B9_7F4A_7C15)
      for round in 0..<12 {
        var changed = whole
        // Of the header in front, of the one at the end, and of all.
        let places = [0..<min(2048, whole.count), max(0, whole.count - 2048)..<whole.count, 0..<whole.count][round % 3]
        for _ in 0..<[1, 8, 64][round / 3 % 3] {
          changed[Int.random(in: places, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        }
        try changed.write(to: clip)
        let probed = try run(tool, "probe", name)
        let filtered = try run(
          tool, "video", name, "-o", "out.mkv", "-f", "CIColorInvert", "--preset", "ultrafast", "--force")
        for result in [probed, filtered] {
          #expect((0...3).contains(result.status), "round \(round): \(result.status) \(result.errors)")
          // Skipped frames have lines in the log.
          let lines = result.errors.split(separator: "\n")
          #expect(result.status == 0 ? lines.allSatisfy { $0.hasPrefix("CoreImage: ") } : lines.count == 1, "\(lines)")
        }
        #expect(try tool.names.filter { $0 != "out.mkv" } == [name], "round \(round)")
      }
    }
  }
}

/// A generator with the same numbers in each run. Source: xorshift64, Marsaglia 2003.
private struct RandomBits: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
