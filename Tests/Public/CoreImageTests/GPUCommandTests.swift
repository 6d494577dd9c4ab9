import Foundation
import TestFiles
import TestSupport
import Testing

/// Tests of the output of cibench that scripts/gpu reads, and of invalid arguments of scripts/gpu and scripts/bundle.
@Suite struct GPUCommandTests {
  private func cibench(_ arguments: String...) throws -> FinishedProgram {
    let tool = try #require(CommandLineTests.tool).deletingLastPathComponent().appending(path: "cibench")
    return try FinishedProgram(tool.path, arguments)
  }

  private func script(_ name: String, _ arguments: String...) throws -> FinishedProgram {
    try FinishedProgram(repository.appending(path: "scripts/\(name)").path, arguments)
  }

  @Test(arguments: Backend.engineNames) func filtersAreComparedWithTheReference(_ engine: String) throws {
    let result = try cibench("agreement", "CIColorInvert", "CIBoxBlur", "--backend", engine, "--size", "48x48")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines.first?.hasSuffix("48x48: 2 filters.") == true)
    #expect(result.lines.contains("| at most 1/255 | 2 | 2 |"))
    for name in ["CIColorInvert", "CIBoxBlur"] {
      let row = try #require(result.lines.first { $0.hasPrefix("| \(name) |") })
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let error = try #require(cells.dropFirst().first.flatMap { Double($0) }, "\(row)")
      // Both are exact except for the rounding of sums.
      #expect(error < 1e-5)
    }
  }

  @Test func copiesAndTasksInFlightAreTables() throws {
    guard Backend.engines.contains(.vulkan) else { return }
    let result = try cibench("copies", "--size", "64x48", "--runs", "1")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines.first?.contains("12288 bytes") == true)
    let rows = result.lines.filter { $0.hasPrefix("| ") }
    let names = ["memory to memory", "staging to device", "device to device", "device to staging", "one colour step"]
    for name in names { #expect(rows.contains { $0.hasPrefix("| \(name) |") }, "\(name)") }
    // Two tables, each with its header: six methods, three kinds of work.
    #expect(rows.filter { !$0.hasPrefix("| ---") }.count == 2 + 6 + 3)
  }

  @Test func invalidBenchmarksAreRejected() throws {
    let unknown = try cibench("agreement", "CINoSuchFilter", "--backend", "reference")
    #expect(unknown.status == 2 && unknown.errors == "cibench: no filter has this name; citool list prints all names\n")
    let copies = try cibench("copies", "--backend", "processor")
    #expect(copies.status == 2)
    #expect(
      copies.errors == "cibench: copies needs a Vulkan device (got --backend processor); omit --backend\n")
  }

  @Test func theScriptsHaveHelpAndRejectInvalidOptions() throws {
    for name in ["bundle", "gpu"] {
      let help = try script(name, "--help")
      #expect(help.status == 0 && help.errors.isEmpty && help.lines.count > 5, "\(name)")
    }
    let refusals = [
      ("bundle", ["one", "two"], "bundle: pass one folder, --check or --try; see scripts/bundle --help\n"),
      ("gpu", ["sweet"], "gpu: there is no part or option sweet; see --help\n"),
      ("gpu", ["--minutes", "soon"], "gpu: --minutes takes a number from 1 to 9999, not soon\n"),
      ("gpu", ["--size", "large"], "gpu: --size takes WIDTHxHEIGHT, not large\n"),
      ("gpu", ["--runs"], "gpu: --runs needs a value; see --help\n"),
    ]
    for (name, arguments, message) in refusals {
      let result = try FinishedProgram(repository.appending(path: "scripts/\(name)").path, arguments)
      #expect(result.status == 2 && result.errors == message, "\(name) \(arguments)")
    }
    // A folder that is not a bundle is not overwritten.
    let other = try script("bundle", repository.appending(path: "docs").path)
    #expect(other.status == 1 && other.errors.contains("exists and is no bundle"))
  }

  @Test func aBundleChecksTheMachine() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = folder.appending(path: "start")
    try FileManager.default.copyItem(at: repository.appending(path: "scripts/lib/bundle/start"), to: start)
    func answer(_ facts: String) throws -> FinishedProgram {
      try Data(facts.utf8).write(to: folder.appending(path: "facts"))
      return try FinishedProgram(start.path, ["citool", "devices"])
    }
    let other = try answer("machine: pdp11\nglibc: 2.0\ndigest: 1\n")
    #expect(other.status == 1 && other.errors.contains("start: these programs are for pdp11, and this machine is "))
    #if arch(x86_64)
      let machine = "x86_64"
    #else
      let machine = "aarch64"
    #endif
    let newer = try answer("machine: \(machine)\nglibc: 99.1\ndigest: 1\n")
    #expect(newer.status == 1 && newer.errors.contains("and the programs need 99.1 or newer"))
    // The script starts nothing that it cannot finish.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["facts", "start"])
    let unknown = try FinishedProgram(start.path, ["--help"])
    #expect(unknown.status == 0 && unknown.text.contains("./start citool devices"))
  }
}

extension FinishedProgram {
  fileprivate var lines: [String] { text.split(separator: "\n").map(String.init) }
}
