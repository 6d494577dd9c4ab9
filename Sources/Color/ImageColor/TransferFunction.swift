#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The transfer function of a colour space: the relation of stored component values to linear light, 1.0 = diffuse
/// (reference) white.
package enum TransferFunction: Hashable, Sendable {
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// linear = encoded ^ exponent.
  case gamma(Double)
  case parametric(ParametricCurve)
  /// The OETF of ITU-R BT.709 and BT.2020: scene light, no display gamma.
  case bt709
  /// SMPTE ST 2084. Linear light 1.0 is 203 cd/m², the reference white of ITU-R BT.2408-7, so the largest value is
  /// 49.26.
  case pq
  /// The OETF of ITU-R BT.2100 HLG: scene light. Linear light 1.0 has the signal 0.75, the reference white of ITU-R
  /// BT.2408-7, so the largest value is 3.77.
  case hlg
  /// Defined only by the tables of an ICC profile; see `ColorSpace.table`.
  case table

  /// PQ's peak (10 000 cd/m²) on this scale.
  package static let pqPeak = 10_000.0 / 203
  /// HLG's peak scene light on this scale.
  package static let hlgPeak = 1 / linearFromHLG(0.75)

  /// Returns the linear light of a stored value of any sign and size: mirrored below 0, continued above 1. NaN stays
  /// NaN.
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

  /// Returns the stored value of linear light: the inverse of ``linear(_:)``.
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

  /// The function as seven parameters, for consumers that support only this form; nil for PQ, HLG and tables.
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

  /// Returns the largest difference in linear light between two functions over stored values 0...1, sampled at 1025
  /// points.
  package func distance(to other: TransferFunction) -> Double {
    (0...1024).reduce(0) { worst, step in
      let encoded = Double(step) / 1024
      return max(worst, abs(linear(encoded) - other.linear(encoded)))
    }
  }
}
