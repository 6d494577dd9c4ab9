/// A chromaticity: CIE 1931 x and y, 2 degree observer.
package struct Chromaticity: Hashable, Sendable {
  package let x: Double
  package let y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The XYZ values of this chromaticity with Y = 1.
  package var xyz: SIMD3<Double> { [x / y, 1, (1 - x - y) / y] }

  /// ITU-R BT.709-6, 1.4; the white of sRGB, Display P3, BT.2020 and Adobe RGB.
  package static let d65 = Chromaticity(0.3127, 0.3290)
  /// ISO 22028-2 (ROMM RGB), 4.2.
  package static let d50 = Chromaticity(0.3457, 0.3585)
}

/// The three primaries of a colour space, and its white point.
package struct Primaries: Hashable, Sendable {
  package let red: Chromaticity
  package let green: Chromaticity
  package let blue: Chromaticity
  package let white: Chromaticity

  package init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
  }

  /// The matrix from linear RGB to XYZ under the space's own white, which maps to Y = 1; nil if the primaries do not
  /// span a gamut.
  ///
  /// Source: SMPTE RP 177-1993, 3.3.
  package var matrixToXYZ: Matrix3? {
    let lights = Matrix3(columns: red.xyz, green.xyz, blue.xyz)
    guard let inverse = lights.inverse else { return nil }
    let result = lights * Matrix3(diagonal: inverse * white.xyz)
    return result.inverse == nil ? nil : result
  }

  /// The matrix from linear RGB to XYZ adapted to D50, the white of ICC profiles; nil as for `matrixToXYZ`.
  package var matrixToXYZD50: Matrix3? {
    guard let native = matrixToXYZ, let adaptation = bradford(from: white.xyz, to: profileWhite) else { return nil }
    return adaptation * native
  }

  /// ITU-R BT.709-6, 1.3; IEC 61966-2-1 has the same primaries.
  package static let bt709 = Primaries(
    red: Chromaticity(0.64, 0.33), green: Chromaticity(0.30, 0.60), blue: Chromaticity(0.15, 0.06), white: .d65)
  /// SMPTE EG 432-1 with the white of Display P3.
  package static let p3 = Primaries(
    red: Chromaticity(0.680, 0.320), green: Chromaticity(0.265, 0.690), blue: Chromaticity(0.150, 0.060), white: .d65)
  /// SMPTE RP 431-2, 7, with the projector's white.
  package static let dciP3 = Primaries(
    red: Chromaticity(0.680, 0.320), green: Chromaticity(0.265, 0.690), blue: Chromaticity(0.150, 0.060),
    white: Chromaticity(0.314, 0.351))
  /// ITU-R BT.2020-2, table 3.
  package static let bt2020 = Primaries(
    red: Chromaticity(0.708, 0.292), green: Chromaticity(0.170, 0.797), blue: Chromaticity(0.131, 0.046), white: .d65)
  /// Adobe RGB (1998) Color Image Encoding, 4.2.
  package static let adobeRGB = Primaries(
    red: Chromaticity(0.64, 0.33), green: Chromaticity(0.21, 0.71), blue: Chromaticity(0.15, 0.06), white: .d65)
  /// ISO 22028-2, 4.2.
  package static let romm = Primaries(
    red: Chromaticity(0.7347, 0.2653), green: Chromaticity(0.1596, 0.8404), blue: Chromaticity(0.0366, 0.0001),
    white: .d50)
  /// AMPAS S-2014-004 (ACEScg), 4.2.
  package static let acesAP1 = Primaries(
    red: Chromaticity(0.713, 0.293), green: Chromaticity(0.165, 0.830), blue: Chromaticity(0.128, 0.044),
    white: Chromaticity(0.32168, 0.33767))
  /// ITU-R BT.1700 525-line (SMPTE 170M).
  package static let smpte170 = Primaries(
    red: Chromaticity(0.630, 0.340), green: Chromaticity(0.310, 0.595), blue: Chromaticity(0.155, 0.070), white: .d65)
  /// ITU-R BT.1700 625-line (EBU 3213).
  package static let ebu = Primaries(
    red: Chromaticity(0.64, 0.33), green: Chromaticity(0.29, 0.60), blue: Chromaticity(0.15, 0.06), white: .d65)
}

/// The XYZ values of the white of the ICC profile connection space. Source: ICC.1:2022, 7.2.16.
package let profileWhite: SIMD3<Double> = [0.9642, 1, 0.8249]

/// Returns the chromatic adaptation matrix from XYZ under one white to XYZ under another; nil if a white has no cone
/// response.
///
/// Source: the linearised Bradford transform, ICC.1:2022, annex E.
package func bradford(from source: SIMD3<Double>, to destination: SIMD3<Double>) -> Matrix3? {
  let cones = Matrix3([0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
  let gain = (cones * destination) / (cones * source)
  guard gain.x.isFinite, gain.y.isFinite, gain.z.isFinite, let back = cones.inverse else { return nil }
  return back * Matrix3(diagonal: gain) * cones
}
