#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How stored component values stand for light. Light is linear, 1.0 = diffuse (reference) white.
package enum TransferFunction: Hashable, Sendable {
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// linear = encoded ^ exponent.
  case gamma(Double)
  case parametric(ParametricCurve)
  /// ITU-R BT.709 and BT.2020, seen from the camera: no display gamma.
  case bt709
  /// SMPTE ST 2084; 1.0 of light = 203 cd/m², the reference white of ITU-R BT.2408-7, so the top code is 49.26.
  case pq
  /// ITU-R BT.2100 HLG, seen from the camera; 1.0 of light = the signal 0.75, the reference white of ITU-R BT.2408-7,
  /// so the top code is 3.77.
  case hlg
  /// Only the tables of an ICC profile say; see `ColorSpace.table`.
  case table

  /// PQ light 1.0 (10 000 cd/m²) on this scale.
  package static let pqPeak = 10_000.0 / 203
  /// HLG scene light 1.0 on this scale.
  package static let hlgPeak = 1 / linearFromHLG(0.75)

  /// Stored value to light. Any sign and size: mirrored below 0, continued above 1. NaN stays NaN.
  package func linear(_ encoded: Double) -> Double {
    switch self {
    case .linear, .table: encoded
    case .sRGB: linearFromSRGB(encoded)
    case .gamma(let exponent): encoded < 0 ? -pow(-encoded, exponent) : pow(encoded, exponent)
    case .parametric(let curve): curve.linear(encoded)
    case .bt709: linearFromBT709(encoded)
    case .pq: linearFromPQ(encoded) * Self.pqPeak
    case .hlg: linearFromHLG(encoded) * Self.hlgPeak
    }
  }

  /// Light to stored value: the other direction of ``linear(_:)``.
  package func encoded(_ linear: Double) -> Double {
    switch self {
    case .linear, .table: linear
    case .sRGB: sRGBFromLinear(linear)
    case .gamma(let exponent): linear < 0 ? -pow(-linear, 1 / exponent) : pow(linear, 1 / exponent)
    case .parametric(let curve): curve.encoded(linear)
    case .bt709: bt709FromLinear(linear)
    case .pq: pqFromLinear(linear / Self.pqPeak)
    case .hlg: hlgFromLinear(linear / Self.hlgPeak)
    }
  }

  /// The same curve as seven numbers, for code that knows only those; nil for PQ, HLG and tables.
  package var parametricForm: ParametricCurve? {
    switch self {
    case .linear: ParametricCurve(g: 1)
    case .sRGB: ParametricCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    case .gamma(let exponent): ParametricCurve(g: exponent)
    case .parametric(let curve): curve
    case .bt709:
      ParametricCurve(
        g: 1 / 0.45, a: 1 / bt709Alpha, b: (bt709Alpha - 1) / bt709Alpha, c: 1 / 4.5, d: 4.5 * bt709Beta)
    case .pq, .hlg, .table: nil
    }
  }

  /// The largest difference in light between two curves over stored values 0...1, looked at in 1025 places.
  package func distance(to other: TransferFunction) -> Double {
    (0...1024).reduce(0) { worst, step in
      let encoded = Double(step) / 1024
      return max(worst, abs(linear(encoded) - other.linear(encoded)))
    }
  }
}
