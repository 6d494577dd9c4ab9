import Foundation
import TestFiles
import TestSupport
import Testing

/// Compares pixels with Core Image's if a folder with its images exists; they are not part of this package.
@Suite struct ConformanceTests {
  private static let root = repository

  /// The folder of CI_CONFORMANCE, else the one next to the checkout; nil if there is none.
  private static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["CI_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
    let folder = named ?? root.deletingLastPathComponent().appending(path: "shared/conformance")
    return FileManager.default.fileExists(atPath: folder.appending(path: "score").path) ? folder : nil
  }()

  private struct Results: Decodable {
    struct Case: Decodable {
      let `case`: String
      let status: String
    }
    let results: [Case]
  }

  private static let statuses = ["exact", "close", "near", "off", "wrong size", "error", "not implemented"]

  /// Returns the status of each case of our filters in docs/conformance.md.
  private static func recorded() throws -> [String: String] {
    let text = try String(contentsOf: root.appending(path: "docs/conformance.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Dictionary(
      uniqueKeysWithValues: rows.filter { $0.count == 7 && statuses.contains($0[2]) }.map { ($0[0], $0[2]) })
  }

  @Test(
    .enabled(
      if: folder != nil,
      "skipped: there are no images by Core Image here; CI_CONFORMANCE may name the folder that has them"))
  func noCaseIsWorseThanRecorded() throws {
    let folder = try #require(Self.folder)
    let recorded = try Self.recorded()
    #expect(!recorded.isEmpty)
    let tool = try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(path: "citool")
    let output = try OutsideProgram.python.run(
      [folder.appending(path: "score").path, tool.path, "--json", "-", "--jobs", "2"]
        + recorded.keys.sorted().flatMap { ["--case", $0] },
      in: try TestFolder())
    let results = try JSONDecoder().decode(Results.self, from: output).results
    #expect(Set(results.map(\.case)) == Set(recorded.keys))
    for result in results {
      let (now, before) = (
        Self.statuses.firstIndex(of: result.status), Self.statuses.firstIndex(of: recorded[result.case] ?? "")
      )
      #expect(
        try #require(now) <= #require(before),
        "\(result.case): \(result.status), docs/conformance.md has \(recorded[result.case] ?? "no status")")
    }
  }
}
