import Foundation

/// spirv-val, which `scripts/setup` installs and `scripts/bundle` puts beside the tests.
package enum SPIRVValidator {
  private static let program: String? = {
    let beside = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "spirv-val").path
    return [beside, "/usr/bin/spirv-val", "/usr/local/bin/spirv-val"].compactMap { $0 }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What it says of a module for Vulkan 1.2; nil where it is content.
  ///
  /// - Throws: where there is none: that nobody looked is no good news.
  package static func complaint(about words: [UInt32]) throws -> String? {
    guard let program else {
      throw FinishedProgram.Failure("spirv-val is missing: apt-get install spirv-tools, or scripts/setup")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "module-\(UUID().uuidString).spv")
    defer { try? FileManager.default.removeItem(at: file) }
    try words.withUnsafeBytes { Data($0) }.write(to: file)
    let finished = try FinishedProgram(program, ["--target-env", "vulkan1.2", file.path])
    guard finished.status != 0 else { return nil }
    let said = String(decoding: finished.output, as: UTF8.self) + finished.errors
    return said.isEmpty ? "spirv-val ended with status \(finished.status)" : said
  }
}
