import CommandLineSupport
import Foundation
import ImageFilters
import TestFiles
import Testing

/// Tests of the tool's completion scripts, manual page and progress output.
@Suite struct CommandLineDocumentsTests {
  private let tool: CommandLineTests

  init() throws { tool = try CommandLineTests() }

  private static func program(_ name: String) -> String? {
    ["/usr/bin/\(name)", "/bin/\(name)"].first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns the output of a program for a script; nil if it is not installed.
  private func run(_ program: String, _ arguments: String...) throws -> (
    status: Int32, text: String
  )? {
    guard let program = Self.program(program) else { return nil }
    let folder = CommandLineTests.tool?.deletingLastPathComponent().path ?? ""
    let result = try FinishedProgram(
      program, arguments,
      environment: ["CI_BACKEND": "reference", "PATH": "\(folder):/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
      in: tool.folder)
    return (result.status, result.text + result.errors)
  }

  /// Returns the options in a subcommand's help.
  private func options(_ command: String) throws -> [String] {
    try tool.citool(command, "--help").text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^  (-[-a-z]+)/#).map { String($0.output.1) }
    }
  }

  @Test(arguments: [
    "apply", "render", "graph", "gallery", "compare", "list", "describe", "devices", "video", "probe", "layers",
  ])
  func completionsAndManualHaveEveryOption(_ command: String) throws {
    let options = try options(command)
    #expect(!options.isEmpty)
    let (bash, zsh, fish, manual) = (
      try tool.citool("completions", "bash").text, try tool.citool("completions", "zsh").text,
      try tool.citool("completions", "fish").text, try tool.citool("manual").text
    )
    for option in options {
      let line = bash.split(separator: "\n").first { $0.contains("    \(command)) options=") }
      #expect(line?.contains(option) == true, "\(option)")
      #expect(zsh.contains("\(option)["), "\(option)")
      let name = option.hasPrefix("--") ? "-l \(option.dropFirst(2)) " : "-s \(option.dropFirst()) "
      #expect(fish.contains("from \(command)' \(name)"), "\(option)")
      #expect(manual.contains("\\fB\(option.replacingOccurrences(of: "-", with: "\\-"))\\fR"), "\(option)")
    }
    #expect(try tool.citool("completions", "tcsh").status == 2)
  }

  @Test func completionsAreValidScripts() throws {
    for shell in ["bash", "zsh", "fish"] {
      try tool.write(try tool.citool("completions", shell).text, as: "complete.\(shell)")
      guard let checked = try run(shell, "-n", "complete.\(shell)") else { continue }
      #expect(checked.status == 0 && checked.text == "", "\(shell): \(checked.text)")
    }
  }

  @Test(arguments: [
    ("citool gal", "gallery"), ("citool apply --mem", "--memory"), ("citool apply --backend re", "reference"),
    ("citool apply a.png -f CISepi", "CISepiaTone"), ("citool apply a.png -f CISepiaTone int", "intensity="),
    ("citool describe CIBloo", "CIBloom"), ("citool completions z", "zsh"),
    ("citool graph a.png --stage o", "optimized"),
  ])
  func bashCompletes(_ line: String, _ word: String) throws {
    try tool.write(try tool.citool("completions", "bash").text, as: "complete.bash")
    let words = line.split(separator: " ")
    let script = """
      source complete.bash
      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _citool 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try #require(try run("bash", "-c", script))
    #expect(result.text.split(separator: "\n").contains(Substring(word)), "\(result.text)")
  }

  @Test func theManualIsSetWithoutAComplaint() throws {
    try tool.write(try tool.citool("manual").text, as: "citool.1")
    guard let page = try run("groff", "-man", "-Tutf8", "-ww", "-rLL=100n", "-P-cbou", "citool.1") else { return }
    #expect(page.status == 0)
    // Messages of groff begin with the file's name; the page itself also mentions errors.
    #expect(!page.text.contains("citool.1:"), "\(page.text.prefix(2000))")
    for word in ["CITOOL(1)", "SUBCOMMANDS", "EXIT STATUS", "CI_LIMITS"] {
      #expect(page.text.contains(word), "\(word)")
    }
  }

  @Test func progressHasABarARateAndTheRemainingTime() {
    #expect(
      ProgressLine.line(5e7, of: 1e8, unit: "pixel", seconds: 5, label: "photo.png", width: 100)
        == "photo.png  [############............]  50 %  10.0 Mpixel/s  0:05 left")
    #expect(
      ProgressLine.line(3, of: 12, unit: "image", seconds: 3600, label: "a", width: 100)
        == "a  [######..................]  25 %  0.00 image/s  3:00:00 left")
    // The remaining time is unknown at first.
    #expect(
      ProgressLine.line(0, of: 12, unit: "image", seconds: 0, label: "a", width: 100)
        == "a  [........................]  0 %")
    for width in 0..<90 {
      let line = ProgressLine.line(5e7, of: 1e8, unit: "pixel", seconds: 5, label: "photo.png", width: width)
      #expect(line.count <= max(width, 34), "\(width): \(line)")
      #expect(line.hasSuffix("50 %  10.0 Mpixel/s  0:05 left"))
    }
    for odd in [-1, .nan, .infinity] as [Double] {
      _ = ProgressLine.line(odd, of: odd, unit: "pixel", seconds: odd, label: "", width: 80)
    }
  }
}
