import Foundation
import Testing

/// A program that nobody here made, whose word counts against ours.
struct OutsideProgram: Sendable {
  /// Where it may be; the first place that answers counts.
  let places: [String]
  /// What to run to see whether it is there and has all that it needs.
  let probe: [String]
  /// What brings it.
  let packages: String

  static let imageMagick = OutsideProgram(
    places: ["/usr/bin/convert", "convert"], probe: ["-version"], packages: "imagemagick")
  static let zbar = OutsideProgram(places: ["zbarimg"], probe: ["--version"], packages: "zbar-tools")
  static let exifTool = OutsideProgram(places: ["exiftool"], probe: ["-ver"], packages: "libimage-exiftool-perl")
  static let exiv2 = OutsideProgram(places: ["exiv2"], probe: ["--version"], packages: "exiv2")
  static let python = OutsideProgram(
    places: ["python3", "/usr/bin/python3"], probe: ["-c", "import numpy, scipy.ndimage, PIL"],
    packages: "python3-numpy python3-scipy python3-pil")

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the program and returns its standard output.
  ///
  /// - Parameter accepts: which exit statuses are no failure.
  @discardableResult
  func run(_ arguments: [String], accepts: Set<Int32> = [0], in folder: TestFolder) throws -> Data {
    for place in places where try start(place, probe, folder).status == 0 {
      let result = try start(place, arguments, folder)
      guard accepts.contains(result.status) else {
        throw Failure(description: "\(place) ended with status \(result.status): \(result.errors)")
      }
      return result.output
    }
    throw Failure(
      description:
        "\(places[0]) is missing, or lacks what this test needs: apt-get install \(packages), which scripts/setup does")
  }

  private func start(
    _ place: String, _ arguments: [String], _ folder: TestFolder
  ) throws -> (status: Int32, output: Data, errors: String) {
    // Files, not pipes: no program waits for a reader, whatever it has to say.
    let (output, errors) = (folder.file("output-\(UUID())"), folder.file("errors-\(UUID())"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [place] + arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try Data(contentsOf: output),
      String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
  }
}

/// A folder that goes away with the test.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "independent-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }
}
