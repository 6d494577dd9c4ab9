#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The transfer functions as published in the standards: from encoded values to linear light, and the inverse. None of
// them clamps.
// Below 0 each function is mirrored, so that extended-range images are preserved; NaN stays NaN.

/// Decodes one sRGB component to linear light.
///
/// - Parameter encoded: the stored value, 1.0 = diffuse white. Any sign and size.
/// - Returns: linear light on the same scale.
///
/// Source: IEC 61966-2-1:1999, 5.2. The two branches meet at 0.04045, where they differ by less
/// than 1e-7, so a value may fall on either side of the join without a visible step.
package func linearFromSRGB(_ encoded: Double) -> Double {
  let magnitude = abs(encoded)
  let linear = magnitude <= 0.04045 ? magnitude / 12.92 : pow((magnitude + 0.055) / 1.055, 2.4)
  return encoded < 0 ? -linear : linear
}

/// Encodes linear light as sRGB: the inverse of ``linearFromSRGB(_:)``.
package func sRGBFromLinear(_ linear: Double) -> Double {
  let magnitude = abs(linear)
  let encoded = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * pow(magnitude, 1 / 2.4) - 0.055
  return linear < 0 ? -encoded : encoded
}

/// The constants of ITU-R BT.2020-2, table 4, with the digits that make both branches meet. To three decimals they are
/// those of BT.709-6 (1.099, 0.018), from which a 10-bit signal does not differ.
let bt709Alpha = 1.09929682680944
let bt709Beta = 0.018053968510807

/// Decodes a BT.709 or BT.2020 component to linear scene light, 1.0 = the scene's white.
///
/// Source: ITU-R BT.709-6, 1.2 and ITU-R BT.2020-2, table 4 (inverse of the OETF).
package func linearFromBT709(_ encoded: Double) -> Double {
  let magnitude = abs(encoded)
  let linear =
    magnitude < 4.5 * bt709Beta ? magnitude / 4.5 : pow((magnitude + bt709Alpha - 1) / bt709Alpha, 1 / 0.45)
  return encoded < 0 ? -linear : linear
}

/// Encodes linear scene light for BT.709 and BT.2020: the inverse of ``linearFromBT709(_:)``.
package func bt709FromLinear(_ linear: Double) -> Double {
  let magnitude = abs(linear)
  let encoded = magnitude < bt709Beta ? magnitude * 4.5 : bt709Alpha * pow(magnitude, 0.45) - (bt709Alpha - 1)
  return linear < 0 ? -encoded : encoded
}

/// Decodes a PQ component to linear display light.
///
/// - Returns: luminance as a fraction of 10 000 cd/m². Values above 1 are infinite from the pole of the function on,
///   just above 1.0.
package func linearFromPQ(_ encoded: Double) -> Double {
  let linear = PQ.standard.linear(abs(encoded))
  return encoded < 0 ? -linear : linear
}

/// Encodes linear display light, as a fraction of 10 000 cd/m², as PQ.
///
/// Light 0 has the encoded value 7.3e-7, not 0; the mirrored function therefore jumps by twice that at 0.
package func pqFromLinear(_ linear: Double) -> Double {
  let encoded = PQ.standard.signal(abs(linear))
  return linear < 0 ? -encoded : encoded
}

/// The transfer function of SMPTE ST 2084:2014, for values of 0 and above. Used here and, lane by lane, in the formulas
/// of colour management.
package struct PQ: Sendable {
  /// 5.1.
  package static let m1 = 2610.0 / 16384
  package static let m2 = 2523.0 / 4096 * 128
  package static let c1 = 3424.0 / 4096
  package static let c2 = 2413.0 / 4096 * 32
  package static let c3 = 2392.0 / 4096 * 32

  package static let standard = PQ([m1, m2, c1, c3])

  private let m1, m2, c1, c2, c3: Double

  /// - Parameter constants: m1, m2, c1 and c3, as formulas receive them; c2 is c3 + 1 - c1, so that 1 stays 1.
  package init(_ constants: SIMD4<Double>) {
    (m1, m2, c1, c3) = (constants.x, constants.y, constants.z, constants.w)
    c2 = c3 + 1 - c1
  }

  /// Returns linear light, relative to the peak, from a signal (5.2); infinite from the pole on.
  package func linear(_ signal: Double) -> Double {
    let root = pow(signal, 1 / m2)
    let denominator = c2 - c3 * root
    return denominator > 0 ? pow(max(root - c1, 0) / denominator, 1 / m1) : root * .infinity
  }

  /// Returns the signal of linear light relative to the peak (5.3).
  package func signal(_ linear: Double) -> Double {
    let power = pow(linear, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}

/// Decodes an HLG component to linear scene light, 0...1 for 0...1; without system gamma.
package func linearFromHLG(_ encoded: Double) -> Double {
  let linear = HLG.standard.linear(abs(encoded))
  return encoded < 0 ? -linear : linear
}

/// Encodes linear scene light 0...1 as HLG: the inverse of ``linearFromHLG(_:)``.
package func hlgFromLinear(_ linear: Double) -> Double {
  let encoded = HLG.standard.signal(abs(linear))
  return linear < 0 ? -encoded : encoded
}

/// The transfer function of ITU-R BT.2100-2, table 5, for values of 0 and above. Used here and, lane by lane, in the
/// formulas of colour management.
package struct HLG: Sendable {
  package static let a = 0.17883277
  package static let b = 1 - 4 * a
  package static let c = 0.5 - a * log(4 * a)

  package static let standard = HLG(a: a, b: b, c: c)

  private let a, b, c: Double

  package init(a: Double, b: Double, c: Double) { (self.a, self.b, self.c) = (a, b, c) }

  /// Returns linear scene light from a signal: the inverse of the OETF.
  package func linear(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// Returns the signal of linear scene light.
  package func signal(_ linear: Double) -> Double {
    linear <= 1.0 / 12 ? (3 * linear).squareRoot() : a * log(12 * linear - b) + c
  }
}
