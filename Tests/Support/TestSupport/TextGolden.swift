import Foundation
import TestFiles
import Testing

/// Compares with Tests/Goldens/NAME.txt, line by line; `CI_GOLDEN` selects when the file may be written, as for images.
package func expectGolden(_ text: String, named name: String) throws {
  let file = testFile("Goldens/\(name).txt")
  let mode = ProcessInfo.processInfo.environment["CI_GOLDEN"] ?? "missing"
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if mode == "all" || (expected == nil && mode != "never") || (expected != text && mode == "failed") {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let lines = (expected ?? "").split(separator: "\n", omittingEmptySubsequences: false)
  let new = text.split(separator: "\n", omittingEmptySubsequences: false)
  if let line = zip(lines, new).enumerated().first(where: { $1.0 != $1.1 }) {
    Issue.record("\(name).txt:\(line.offset + 1)\n  expected \(line.element.0)\n  got      \(line.element.1)")
  } else {
    #expect(lines.count == new.count, "\(name).txt has another number of lines")
  }
}
