import CStages

/// Levels of stages: the instruction sets that they require.
package enum ProcessorLevel: String, CaseIterable, Sendable {
  /// Any x86-64 processor.
  case baseline
  /// x86-64-v3.
  case avx2
  /// x86-64-v4.
  case avx512
  /// Any arm64 processor.
  case neon

  /// Whether this processor and the system support the level.
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

  /// The supported levels, in ascending order.
  package static var supported: [ProcessorLevel] { allCases.filter(\.isSupported) }
}
