import Foundation
import TestFiles

/// ImageMagick's `convert`, for independent verification: files that it writes, and its decoding of files that this
/// package writes. `scripts/setup` installs it.
enum ImageMagick {
  /// Runs `convert` with raw bytes on its standard input; returns its standard output.
  static func convert(_ arguments: [String], input: [UInt8] = []) throws -> Data {
    try FinishedProgram.output("convert", arguments, input: Data(input))
  }

  /// Returns the pixels of a file as ImageMagick decodes them, RGBA.
  static func pixels(of file: Data, depth: Int = 8) throws -> [UInt8] {
    [UInt8](try convert(["-", "-depth", "\(depth)", "-endian", "LSB", "rgba:-"], input: [UInt8](file)))
  }

  /// Creates a file with ImageMagick from RGBA pixels.
  static func file(_ sample: Sample, _ options: [String], as format: String) throws -> Data {
    try convert(
      ["-size", "\(sample.width)x\(sample.height)", "-depth", "\(sample.layout.bits)", "-endian", "LSB", "rgba:-"]
        + options + ["\(format):-"], input: sample.bytes)
  }
}
