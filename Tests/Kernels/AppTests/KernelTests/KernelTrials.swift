import Foundation
import KernelLanguage

/// The parameters of `scripts/kernel-trials`, which takes longer than a test suite may.
enum KernelTrials {
  private static let environment = ProcessInfo.processInfo.environment
  private static let requested = environment["CI_KERNEL_TRIALS"].flatMap { Int($0) }

  /// Whether all cases are tried; otherwise a sample is.
  static let isAll = requested != nil

  /// The number of mutated sources of each language.
  static let texts = requested ?? 100

  static let languages: [Language] = {
    let all: [(name: String, language: Language)] = [("cikernel", .coreImage), ("metal", .metal), ("glsl", .glsl)]
    guard let name = environment["CI_KERNEL_LANGUAGE"] else { return all.map(\.language) }
    return all.filter { $0.name == name }.map(\.language)
  }()

  /// Writes the present case to a file, so that it can be examined if it terminates the process.
  static func note(_ text: String, _ language: Language) throws {
    guard isAll else { return }
    let folder = FileManager.default.temporaryDirectory
    try text.write(to: folder.appending(path: "kernel-trial.\(language)"), atomically: false, encoding: .utf8)
  }

  static let seed = environment["CI_KERNEL_SEED"].flatMap { UInt64($0) } ?? 13
}
