import Foundation

/// What a program gave that ran to its end.
package struct FinishedProgram {
  package let status: Int32
  package let output: Data
  package let errors: String

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Runs a program, and waits for it.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked for in PATH.
  ///   - input: what it finds on its standard input.
  ///   - folder: where it runs; nil: where the tests do.
  package init(_ program: String, _ arguments: [String], input: Data = Data(), in folder: URL? = nil) throws {
    let own = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    // Files, not pipes: no program waits for a reader, whatever it has to say.
    let files = ["input", "output", "errors"].map { own.appending(path: $0) }
    try input.write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try Data(contentsOf: files[1])
    errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
  }

  /// The output of a program that has to succeed.
  package static func output(
    _ program: String, _ arguments: [String], input: Data = Data()
  ) throws -> Data {
    let finished = try FinishedProgram(program, arguments, input: input)
    guard finished.status == 0 else {
      throw Failure(
        "\(program) \(arguments.joined(separator: " ")) ended with status \(finished.status): \(finished.errors)")
    }
    return finished.output
  }
}
