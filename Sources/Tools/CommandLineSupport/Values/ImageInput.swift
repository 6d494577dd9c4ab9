import CoreImage
import Foundation
import ImageCodecs

/// Reads what command lines and recipes name: images, recipes and data, within the limits that `--root` and
/// `--limit-…` set.
package struct ImageInput: Sendable {
  package let limits: CodecLimits
  /// 1, 2, 4 or 8; see `CIImageOption.subsampleFactor`.
  private let subsampling: Int

  package init(_ arguments: Arguments) throws {
    limits = try arguments.codecLimits()
    subsampling = Int(arguments["--subsample"] ?? "1") ?? 0
    guard [1, 2, 4, 8].contains(subsampling) else { throw CommandFailure.usage("--subsample is 1, 2, 4 or 8") }
  }

  /// An image by its path; `-` is standard input.
  ///
  /// - Parameter isUpright: turned by its EXIF orientation.
  package func image(_ path: String, isUpright: Bool) throws -> CIImage {
    let options: [CIImageOption: Any] = [
      .codecLimits: limits, .applyOrientationProperty: isUpright, .subsampleFactor: subsampling,
    ]
    if path == "-" { return try CIImage(reading: try standardInput(byteLimit: 1 << 30), options: options) }
    guard !path.isEmpty else { throw CommandFailure.usage("the name of an image is empty") }
    return try CIImage(reading: URL(fileURLWithPath: path), options: options)
  }

  /// The bytes of a file that is no image.
  package func data(_ path: String, byteLimit: Int) throws -> Data {
    if path == "-" { return try standardInput(byteLimit: byteLimit) }
    guard !path.isEmpty else { throw CommandFailure.usage("the name of a file is empty") }
    return try fileContents(URL(fileURLWithPath: path), in: limits.rootFolder, byteLimit: byteLimit)
  }
}

/// All of standard input.
///
/// - Throws: `CommandFailure` when there is more than so many bytes, or it cannot be read.
package func standardInput(byteLimit: Int) throws -> Data {
  var data = Data()
  do {
    while let part = try FileHandle.standardInput.read(upToCount: 1 << 16), !part.isEmpty {
      data.append(part)
      guard data.count <= byteLimit else {
        throw CommandFailure.failed("standard input: more bytes than are allowed, \(byteLimit)")
      }
    }
  } catch let failure as CommandFailure {
    throw failure
  } catch {
    throw CommandFailure.failed("standard input cannot be read")
  }
  return data
}
