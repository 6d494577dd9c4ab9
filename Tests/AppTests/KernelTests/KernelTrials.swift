import Foundation

/// What `scripts/kernel-trials` asks for, which takes longer than a suite may.
enum KernelTrials {
  private static let environment = ProcessInfo.processInfo.environment
  private static let asked = environment["CI_KERNEL_TRIALS"].flatMap { Int($0) }

  /// Whether all is tried; otherwise a sample is.
  static let isAll = asked != nil

  /// Changed texts of each language.
  static let texts = asked ?? 100

  static let seed = environment["CI_KERNEL_SEED"].flatMap { UInt64($0) } ?? 13
}
