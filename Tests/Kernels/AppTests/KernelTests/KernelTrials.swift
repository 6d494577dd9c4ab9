import Foundation
import KernelLanguage

/// What `scripts/kernel-trials` asks for, which takes longer than a suite may.
enum KernelTrials {
  private static let environment = ProcessInfo.processInfo.environment
  private static let asked = environment["CI_KERNEL_TRIALS"].flatMap { Int($0) }

  /// Whether all is tried; otherwise a sample is.
  static let isAll = asked != nil

  /// Changed texts of each language.
  static let texts = asked ?? 100

  static let languages: [Language] = {
    let all: [(name: String, language: Language)] = [("cikernel", .coreImage), ("metal", .metal), ("glsl", .glsl)]
    guard let name = environment["CI_KERNEL_LANGUAGE"] else { return all.map(\.language) }
    return all.filter { $0.name == name }.map(\.language)
  }()

  /// Keeps what is tried now, so that it can be looked at where it ends the process.
  static func note(_ text: String, _ language: Language) throws {
    guard isAll else { return }
    let folder = FileManager.default.temporaryDirectory
    try text.write(to: folder.appending(path: "kernel-trial.\(language)"), atomically: false, encoding: .utf8)
  }

  static let seed = environment["CI_KERNEL_SEED"].flatMap { UInt64($0) } ?? 13
}
