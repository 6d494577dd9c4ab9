import CoreImage
import Foundation
import ImageCodecs

/// A reader of the files that command lines and recipes name, within the limits of `--root` and `--limit-…`.
package struct ImageInput: Sendable {
  package let limits: CodecLimits
  /// The subsampling factor 1, 2, 4 or 8; see `CIImageOption.subsampleFactor`.
  private let subsampling: Int

  package init(_ arguments: Arguments) throws {
    limits = try arguments.codecLimits()
    subsampling = Int(arguments["--subsample"] ?? "1") ?? 0
    guard [1, 2, 4, 8].contains(subsampling) else { throw CommandFailure.usage("--subsample must be 1, 2, 4 or 8") }
  }

  /// Reads an image. The path `-` is standard input.
  ///
  /// - Parameter isUpright: whether the EXIF orientation is applied.
  package func image(_ path: String, isUpright: Bool) throws -> CIImage {
    let options: [CIImageOption: Any] = [
      .codecLimits: limits, .applyOrientationProperty: isUpright, .subsampleFactor: subsampling,
    ]
    if path == "-" { return try CIImage(reading: try standardInput(byteLimit: 1 << 30), options: options) }
    guard !path.isEmpty else { throw CommandFailure.usage("the name of an image is empty") }
    return try CIImage(reading: URL(fileURLWithPath: path), options: options)
  }

  /// Reads the bytes of a file that is not an image. The path `-` is standard input.
  package func data(_ path: String, byteLimit: Int) throws -> Data {
    if path == "-" { return try standardInput(byteLimit: byteLimit) }
    guard !path.isEmpty else { throw CommandFailure.usage("the name of a file is empty") }
    return try fileContents(URL(fileURLWithPath: path), in: limits.rootFolder, byteLimit: byteLimit)
  }
}

/// Reads all of standard input.
///
/// - Throws: `CommandFailure` if it has more bytes than the limit, or cannot be read.
package func standardInput(byteLimit: Int) throws -> Data {
  var data = Data()
  do {
    while let part = try FileHandle.standardInput.read(upToCount: 1 << 16), !part.isEmpty {
      data.append(part)
      guard data.count <= byteLimit else {
        throw CommandFailure.failed("standard input has more than \(byteLimit) bytes, the limit")
      }
    }
  } catch let failure as CommandFailure {
    throw failure
  } catch {
    throw CommandFailure.failed("standard input cannot be read")
  }
  return data
}
