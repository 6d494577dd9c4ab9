import Foundation

/// FFmpeg's zscale filter (the zimg library): planes to R'G'B' and back by people who are not here.
struct FFmpeg: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// True when there is an ffmpeg with zscale: Debian's has it.
  static let isThere =
    (try? run(["-hide_banner", "-loglevel", "error", "-h", "filter=zscale"], input: Data()))
    .map { String(decoding: $0, as: UTF8.self).contains("chromalin") } ?? false

  /// One frame through a chain of filters, as raw bytes.
  static func filtered(
    _ frame: Data, format: String, width: Int, height: Int, by filters: String
  ) throws -> Data {
    try run(
      [
        "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", format, "-s", "\(width)x\(height)", "-i",
        "-", "-vf", filters, "-frames:v", "1", "-f", "rawvideo", "-",
      ], input: frame)
  }

  private static func run(_ arguments: [String], input: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zscale-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: nobody waits for a reader.
    let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    try input.write(to: files[0])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
    return try Data(contentsOf: files[1])
  }
}
