#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The curves of the standards as they are published: encoded value in, light out, and back. None of them clamps.
// Below 0 each curve is mirrored, so that extended-range images survive; NaN stays NaN.

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

/// Encodes linear light as sRGB: the other direction of ``linearFromSRGB(_:)``.
package func sRGBFromLinear(_ linear: Double) -> Double {
  let magnitude = abs(linear)
  let encoded = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * pow(magnitude, 1 / 2.4) - 0.055
  return linear < 0 ? -encoded : encoded
}

/// The constants of ITU-R BT.2020-2, table 4, with the digits that make both branches meet. To three decimals they are
/// those of BT.709-6 (1.099, 0.018), which a 10-bit signal cannot tell apart.
let bt709Alpha = 1.09929682680944
let bt709Beta = 0.018053968510807

/// Decodes a BT.709 or BT.2020 component to the light in front of the camera, 1.0 = the scene's white.
///
/// Source: ITU-R BT.709-6, 1.2 and ITU-R BT.2020-2, table 4 (inverse of the opto-electronic curve).
package func linearFromBT709(_ encoded: Double) -> Double {
  let magnitude = abs(encoded)
  let linear =
    magnitude < 4.5 * bt709Beta ? magnitude / 4.5 : pow((magnitude + bt709Alpha - 1) / bt709Alpha, 1 / 0.45)
  return encoded < 0 ? -linear : linear
}

/// Encodes scene light for BT.709 and BT.2020: the other direction of ``linearFromBT709(_:)``.
package func bt709FromLinear(_ linear: Double) -> Double {
  let magnitude = abs(linear)
  let encoded = magnitude < bt709Beta ? magnitude * 4.5 : bt709Alpha * pow(magnitude, 0.45) - (bt709Alpha - 1)
  return linear < 0 ? -encoded : encoded
}

/// Decodes a PQ component to display light.
///
/// - Returns: luminance as a fraction of 10 000 cd/m². Values above 1 end where the curve has its pole, just above
///   1.0, and are infinite from there.
package func linearFromPQ(_ encoded: Double) -> Double {
  let linear = PQ.standard.light(abs(encoded))
  return encoded < 0 ? -linear : linear
}

/// Encodes display light, as a fraction of 10 000 cd/m², as PQ.
///
/// Light 0 has the code 7.3e-7, not 0; the mirrored curve therefore jumps by twice that at 0.
package func pqFromLinear(_ linear: Double) -> Double {
  let encoded = PQ.standard.signal(abs(linear))
  return linear < 0 ? -encoded : encoded
}

/// The curve of SMPTE ST 2084:2014, for 0 and above: here and, lane by lane, in the formulas of colour management.
package struct PQ: Sendable {
  /// 5.1.
  package static let m1 = 2610.0 / 16384
  package static let m2 = 2523.0 / 4096 * 128
  package static let c1 = 3424.0 / 4096
  package static let c2 = 2413.0 / 4096 * 32
  package static let c3 = 2392.0 / 4096 * 32

  package static let standard = PQ([m1, m2, c1, c3])

  private let m1, m2, c1, c2, c3: Double

  /// - Parameter constants: m1, m2, c1 and c3, as formulas get them; c2 is c3 + 1 - c1, so that 1 stays 1.
  package init(_ constants: SIMD4<Double>) {
    (m1, m2, c1, c3) = (constants.x, constants.y, constants.z, constants.w)
    c2 = c3 + 1 - c1
  }

  /// 5.2: light over the peak's from a signal; infinite from the pole on.
  package func light(_ signal: Double) -> Double {
    let root = pow(signal, 1 / m2)
    let denominator = c2 - c3 * root
    return denominator > 0 ? pow(max(root - c1, 0) / denominator, 1 / m1) : root * .infinity
  }

  /// 5.3: the signal from light over the peak's.
  package func signal(_ light: Double) -> Double {
    let power = pow(light, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}

/// Decodes an HLG component to scene light, 0...1 for 0...1; no system gamma.
package func linearFromHLG(_ encoded: Double) -> Double {
  let linear = HLG.standard.light(abs(encoded))
  return encoded < 0 ? -linear : linear
}

/// Encodes scene light 0...1 as HLG: the other direction of ``linearFromHLG(_:)``.
package func hlgFromLinear(_ linear: Double) -> Double {
  let encoded = HLG.standard.signal(abs(linear))
  return linear < 0 ? -encoded : encoded
}

/// The curve of ITU-R BT.2100-2, table 5, for 0 and above: here and, lane by lane, in the formulas of colour
/// management.
package struct HLG: Sendable {
  package static let a = 0.17883277
  package static let b = 1 - 4 * a
  package static let c = 0.5 - a * log(4 * a)

  package static let standard = HLG(a: a, b: b, c: c)

  private let a, b, c: Double

  package init(a: Double, b: Double, c: Double) { (self.a, self.b, self.c) = (a, b, c) }

  /// Scene light from a signal: the inverse of the opto-electronic curve.
  package func light(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// The signal from scene light.
  package func signal(_ light: Double) -> Double {
    light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }
}
