import CStages

/// What stages may ask of the processor.
package enum ProcessorLevel: String, CaseIterable, Sendable {
  /// Every x86-64.
  case baseline
  /// x86-64-v3.
  case avx2
  /// x86-64-v4.
  case avx512
  /// Every arm64.
  case neon

  /// True when this processor, and the system, run it.
  package var isSupported: Bool {
    let number =
      switch self {
      case .baseline: CSTAGES_BASELINE
      case .avx2: CSTAGES_AVX2
      case .avx512: CSTAGES_AVX512
      case .neon: CSTAGES_NEON
      }
    return cstages_supports(Int32(number)) != 0
  }

  /// Those that this processor runs, the most able last.
  package static var supported: [ProcessorLevel] { allCases.filter(\.isSupported) }
}
