import CommandLineSupport
import Foundation
import ImageCodecs

/// The results of `scripts/conformance`, by filter.
struct ConformanceResults {
  /// A comparison with an image of Core Image.
  struct Case: Decodable {
    let name: String
    /// The system that rendered the image of Core Image.
    let system: String
    let status: String
    /// The maximum difference.
    let worst: Double?
    let mean: Double?
    let reason: String?

    enum CodingKeys: String, CodingKey {
      case name = "case"
      case system, status, worst, mean, reason
    }
  }

  private let cases: [String: [Case]]

  /// Reads a file of `scripts/conformance`.
  init(_ file: URL) throws {
    let data = try fileContents(file, byteLimit: 1 << 26)
    do {
      cases = try JSONDecoder().decode([String: [Case]].self, from: data)
    } catch {
      throw CommandFailure.failed("\(file.path): not a file of scripts/conformance")
    }
  }

  subscript(filter: String) -> [Case] { cases[filter] ?? [] }
}
