import Foundation
import TestFiles
import Testing

/// Tests of the output of `cibench hostile` that scripts/hostile reads.
@Suite struct HostileMatrixTests {
  private struct Line: Decodable {
    struct Side: Decodable {
      let error: String?
    }
    let start: Int?
    let title: String?
    let done: Int?
    let error: String?
    let engine: Side?
    let reference: Side?
  }

  @Test func aLineStandsBeforeAndOneBehindEachCase() throws {
    let bench = try #require(CommandLineTests.tool).deletingLastPathComponent().appending(path: "cibench")
    let text = try FinishedProgram.output(
      bench.path, ["hostile", "CISepiaTone", "CICode128BarcodeGenerator.inputMessage"])
    let lines = try text.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Line.self, from: $0) }
    let (starts, ends) = (lines.filter { $0.start != nil }, lines.filter { $0.done != nil })
    #expect(starts.map(\.start) == ends.map(\.done) && starts.count + ends.count == lines.count)
    #expect(starts.first?.title == "CICode128BarcodeGenerator.inputMessage = empty")
    #expect(starts.contains { $0.title == "CISepiaTone.inputIntensity = nan" })
    // Refused by the filter, or tried on both.
    #expect(ends.allSatisfy { ($0.error == nil) == ($0.engine != nil && $0.reference != nil) })
    #expect(ends.contains { $0.error != nil } && ends.contains { $0.engine != nil && $0.engine?.error == nil })
    for text in ends.compactMap(\.error) { #expect(!text.contains("Foundation.") && text.count < 600, "\(text)") }
  }
}
