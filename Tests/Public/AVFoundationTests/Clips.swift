import Foundation
import TestFiles
import Testing

/// Tests of this module share the machine's cores and count this process's threads, so they run one after another, as
/// do those of `VideoPrograms`.
@Suite(.serialized, .enabled(if: FFmpeg.isThere, "no ffmpeg and ffprobe here: scripts/setup installs them"))
enum Video {}

/// FFmpeg's programs: they make the clips and say independently what is in them.
enum FFmpeg {
  static let isThere = (try? run("ffmpeg", ["-version"])) != nil && (try? run("ffprobe", ["-version"])) != nil

  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    try FinishedProgram.output(program, arguments)
  }

  /// The values of `entries`, a row for each stream or frame.
  static func probe(_ clip: URL, _ entries: String, of streams: String = "v:0") throws -> [[String: String]] {
    struct Answer: Decodable {
      let frames: [[String: Value]]?
      let packets: [[String: Value]]?
      let streams: [[String: Value]]?
    }
    /// Numbers and texts as texts; what else there is counts for no test.
    struct Value: Decodable {
      let text: String
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = (try? value.decode(String.self)) ?? (try? value.decode(Int64.self)).map(String.init) ?? ""
      }
    }
    let json = try run(
      "ffprobe", ["-v", "error", "-select_streams", streams, "-show_entries", entries, "-of", "json", clip.path])
    let answer = try JSONDecoder().decode(Answer.self, from: json)
    let kind = entries.prefix { $0 != "=" }
    let rows = kind == "frame" ? answer.frames : kind == "packet" ? answer.packets : answer.streams
    return (rows ?? []).map { $0.mapValues(\.text) }
  }

  /// Returns all frames as raw bytes, not rotated, with none added or omitted.
  static func images(_ clip: URL, turned: Bool = false, format: String? = nil) throws -> Data {
    try run(
      "ffmpeg",
      ["-v", "error"] + (turned ? [] : ["-noautorotate"]) + [
        "-i", clip.path, "-map", "0:v:0", "-fps_mode", "passthrough",
      ]
        + (format.map { ["-pix_fmt", $0] } ?? []) + ["-f", "rawvideo", "-"])
  }
}

/// A folder of clips that goes with the test.
final class Clips {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "clips-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// A clip by the arguments between ffmpeg's inputs and the file.
  func make(_ name: String, _ arguments: String...) throws -> URL {
    let clip = file(name)
    try FFmpeg.run(
      "ffmpeg", ["-v", "error", "-y"] + arguments.flatMap { $0.split(separator: " ").map(String.init) } + [clip.path])
    return clip
  }

  /// Moving images with counters.
  static func images(_ size: String = "96x64", rate: String = "25", seconds: Double = 1) -> String {
    let sides = size.split(separator: "x")
    // The source makes even sizes.
    return
      "-f lavfi -i testsrc2=size=320x240:rate=\(rate):duration=\(seconds),format=rgb24,crop=\(sides[0]):\(sides[1])"
  }

  static func sound(seconds: Double = 1) -> String {
    "-f lavfi -i sine=frequency=440:sample_rate=48000:duration=\(seconds)"
  }

  static let h264 = "-c:v libx264 -preset ultrafast -bf 2 -g 12 -pix_fmt yuv420p"

  /// Writes the matrix of the first track's header. Source: ISO/IEC 14496-12, 8.3.2: 40 bytes behind the version of a
  /// box of version 0.
  static func setMatrix(_ map: [Int32], in clip: URL) throws {
    var file = try Data(contentsOf: clip)
    let name = try #require(file.firstRange(of: Data("tkhd".utf8)))
    let numbers: [Int32] = [
      map[0] << 16, map[1] << 16, 0, map[2] << 16, map[3] << 16, 0, 0, 0, 1 << 30,
    ]
    let bytes = numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    let place = name.upperBound + 40
    file.replaceSubrange(place..<place + bytes.count, with: bytes)
    try file.write(to: clip)
  }
}
