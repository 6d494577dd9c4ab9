import Foundation
import TestFiles
import Testing

/// An independent program with whose results ours are compared.
struct OutsideProgram: Sendable {
  /// The candidates for its path; the first one that runs is used.
  let places: [String]
  /// The arguments of a run that checks that the program and its dependencies are installed.
  let probe: [String]
  /// The packages that install it.
  let packages: String

  static let imageMagick = OutsideProgram(
    places: ["/usr/bin/convert", "convert"], probe: ["-version"], packages: "imagemagick")
  static let zbar = OutsideProgram(places: ["zbarimg"], probe: ["--version"], packages: "zbar-tools")
  static let exifTool = OutsideProgram(places: ["exiftool"], probe: ["-ver"], packages: "libimage-exiftool-perl")
  static let exiv2 = OutsideProgram(places: ["exiv2"], probe: ["--version"], packages: "exiv2")
  static let python = OutsideProgram(
    places: ["python3", "/usr/bin/python3"], probe: ["-c", "import numpy, scipy.ndimage, PIL"],
    packages: "python3-numpy python3-scipy python3-pil")

  /// Runs the program and returns its standard output.
  ///
  /// - Parameter accepts: the exit statuses that are not failures.
  @discardableResult
  func run(_ arguments: [String], accepts: Set<Int32> = [0], in folder: TestFolder) throws -> Data {
    for place in places where try FinishedProgram(place, probe, in: folder.url).status == 0 {
      let result = try FinishedProgram(place, arguments, in: folder.url)
      guard accepts.contains(result.status) else {
        throw FinishedProgram.Failure("\(place) ended with status \(result.status): \(result.errors)")
      }
      return result.output
    }
    throw FinishedProgram.Failure(
      "\(places[0]) is missing, or lacks what this test needs: apt-get install \(packages), which scripts/setup does")
  }
}
