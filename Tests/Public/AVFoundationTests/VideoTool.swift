import Foundation
import TestFiles
import Testing

/// Tests of programs, which are processes of their own: one after another, since each takes all cores.
@Suite(.serialized, .enabled(if: FFmpeg.isThere, "no ffmpeg and ffprobe here: scripts/setup installs them"))
enum VideoPrograms {}

/// citool as scripts see it, in a folder of clips.
struct VideoTool {
  let clips: Clips

  init() throws { clips = try Clips() }

  /// A program that was built with the tests.
  static func program(_ name: String) -> URL {
    Bundle.main.executableURL!.deletingLastPathComponent().appending(path: name)
  }

  func run(_ arguments: String...) throws -> FinishedProgram { try run(arguments) }

  func run(_ arguments: [String]) throws -> FinishedProgram {
    try FinishedProgram(Self.program("citool").path, arguments, in: clips.folder)
  }

  /// A run that has to succeed without a word.
  func done(_ arguments: String...) throws {
    let result = try run(arguments)
    #expect(result.status == 0 && result.errors == "", "\(arguments): \(result.errors)")
  }

  /// Runs the tool, which must fail with one line that contains these words.
  func refused(_ status: Int32, _ words: String, _ arguments: String...) throws {
    let result = try run(arguments)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.hasPrefix("citool: ") && result.errors.contains(words), "\(arguments): \(result.errors)")
  }

  func write(_ text: String, as name: String) throws { try Data(text.utf8).write(to: clips.file(name)) }

  /// Names of what is in the folder, in order.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: clips.folder.path).sorted() }
  }

  /// Images without loss: what ffmpeg decodes is what was written.
  static let lossless = "-c:v ffv1 -pix_fmt yuv420p"
}
