import ImageColor

/// White points by temperature and tint, and the adaptation from one to another.
package enum WhiteBalance {
  /// Returns the tristimulus values of a white point of luminance 1.
  ///
  /// - Parameter neutral: kelvins, limited to 1000...100,000, and a tint: 3000 times the distance from the Planckian
  ///   locus in CIE 1960 u, v, positive above the locus, limited to -300...300.
  ///
  /// Source: M. Krystek, "An algorithm to calculate correlated colour temperature" (1985), within 1e-4 of the locus up
  /// to 15,000 K; the scale of tint is that of Adobe's DNG.
  package static func white(_ neutral: SIMD2<Double>) -> SIMD3<Double> {
    let kelvins = min(max(neutral.x, 1000), 100_000)
    let (here, next) = (locus(kelvins), locus(kelvins * 1.001))
    let along = next - here
    // Perpendicular to the locus, towards green.
    let across = SIMD2(along.y, -along.x) / (along * along).sum().squareRoot()
    let uv = here + across * ((across.y < 0 ? -1 : 1) * min(max(neutral.y, -300), 300) / 3000)
    let x = 3 * uv.x / (2 * uv.x - 8 * uv.y + 4)
    let y = 2 * uv.y / (2 * uv.x - 8 * uv.y + 4)
    return [x / y, 1, (1 - x - y) / y]
  }

  private static func locus(_ t: Double) -> SIMD2<Double> {
    let u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
    let v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
    return [u, v]
  }

  /// The matrix from linear sRGB to tristimulus values under its own white, D65.
  private static let toXYZ = Primaries.bt709.matrixToXYZ ?? .identity

  /// Returns the rows of a matrix on linear sRGB that maps one white to another. Each cone response is scaled
  /// independently.
  ///
  /// Source: the cone response matrix is fitted on 4000 colours of Core Image's pixels from 6500 K to 4000 K, and
  /// reproduces 99.9 % of them within 1.5/255; it is close to Bradford's.
  static func rows(
    from white: SIMD3<Double>, to target: SIMD3<Double>
  ) -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
    let cones = Matrix3([1, 0.156, -0.152], [-0.405, 1, 0.029], [0.045, -0.08, 1])
    let toCones = cones * toXYZ
    let gain = (cones * target) / (cones * white)
    let scaled = Matrix3(toCones.row0 * gain.x, toCones.row1 * gain.y, toCones.row2 * gain.z)
    let matrix = (toCones.inverse ?? .identity) * scaled
    return (SIMD3<Float>(matrix.row0), SIMD3<Float>(matrix.row1), SIMD3<Float>(matrix.row2))
  }
}
