import Foundation
import Testing

/// ImageMagick's `convert`, a program that nobody here made: files by it, and its word on files by us.
enum ImageMagick {
  struct Absent: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs `convert` with raw bytes on its standard input; returns its standard output.
  static func convert(_ arguments: [String], input: [UInt8] = []) throws -> Data {
    let folder = try TemporaryFolder()
    let file = folder.file("input")
    try Data(input).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["convert"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let result = output.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Absent(
        description: "convert \(arguments.joined(separator: " ")) failed with status \(process.terminationStatus): "
          + "\(words)\nThis test needs ImageMagick: apt-get install imagemagick, which scripts/setup does.")
    }
    return result
  }

  /// The pixels that ImageMagick sees in a file, RGBA.
  static func pixels(of file: Data, depth: Int = 8) throws -> [UInt8] {
    [UInt8](try convert(["-", "-depth", "\(depth)", "-endian", "LSB", "rgba:-"], input: [UInt8](file)))
  }

  /// A file made by ImageMagick from RGBA pixels.
  static func file(_ sample: Sample, _ options: [String], as format: String) throws -> Data {
    try convert(
      ["-size", "\(sample.width)x\(sample.height)", "-depth", "\(sample.layout.bits)", "-endian", "LSB", "rgba:-"]
        + options + ["\(format):-"], input: sample.bytes)
  }
}
