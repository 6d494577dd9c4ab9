import ImageColor
import Testing

@Suite struct MatrixTests {
  /// IEC 61966-2-1:1999, 5.2, equation 7.
  @Test func sRGBToXYZIsThePublishedMatrix() throws {
    let published = Matrix3([0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505])
    #expect(try #require(Primaries.bt709.matrixToXYZ).distance(to: published) < 1e-4)
  }

  /// The colorants of the "sRGB IEC61966-2.1" ICC profile.
  @Test func sRGBUnderD50HasTheColorantsOfItsProfile() {
    let published = Matrix3([0.4361, 0.3851, 0.1431], [0.2225, 0.7169, 0.0606], [0.0139, 0.0971, 0.7141])
    #expect(ColorSpace.sRGB.matrixToXYZ.distance(to: published) < 2e-4)
  }

  /// W3C CSS Color 4, sample code, lin_P3 -> XYZ -> lin_sRGB.
  @Test func displayP3ToSRGBIsThePublishedMatrix() {
    let published = Matrix3(
      [1.2249401762805598, -0.2249401762805598, 0], [-0.0420569547096881, 1.0420569547096881, 0],
      [-0.0196375545903344, -0.0786360455506319, 1.0982736001409663])
    #expect(matrix(from: .displayP3, to: .sRGB).distance(to: published) < 1e-6)
  }

  /// ITU-R BT.2087-0, 2.2.
  @Test func bt709ToBT2020IsThePublishedMatrix() {
    let published = Matrix3([0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956])
    #expect(matrix(from: .itur_709, to: .itur_2020).distance(to: published) < 1e-4)
  }

  /// ITU-R BT.2407-0, 2: BT.2020 to BT.709.
  @Test func bt2020ToBT709IsThePublishedMatrix() {
    let published = Matrix3([1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187])
    #expect(matrix(from: .itur_2020, to: .itur_709).distance(to: published) < 1e-4)
  }

  /// Adobe RGB (1998) Color Image Encoding, 4.3.5.3 (ICC colorants, D50).
  @Test func adobeRGBHasThePublishedColorants() {
    let published = Matrix3([0.60974, 0.20528, 0.14919], [0.31111, 0.62567, 0.06322], [0.01947, 0.06087, 0.74457])
    #expect(ColorSpace.adobeRGB1998.matrixToXYZ.distance(to: published) < 1e-4)
  }

  /// D65 to D50: the "chad" tag of the ICC's sRGB v4 profile.
  @Test func bradfordIsThePublishedMatrix() throws {
    let published = Matrix3(
      [1.047882, 0.022919, -0.050201], [0.029587, 0.990479, -0.017075], [-0.009232, 0.015076, 0.751678])
    #expect(try #require(bradford(from: Chromaticity.d65.xyz, to: profileWhite)).distance(to: published) < 2e-4)
  }

  @Test(arguments: ColorSpace.all, ColorSpace.all)
  func whiteStaysWhiteAndTheWayBackIsTheInverse(from: ColorSpace, to: ColorSpace) {
    let there = matrix(from: from, to: to)
    let white = there * [1, 1, 1]
    // The Generic RGB colorants have five decimals, which limits the precision of their white.
    let tolerance = from.primaries == nil || to.primaries == nil ? 2e-3 : 2e-4
    #expect(abs(white.x - 1) < tolerance && abs(white.y - 1) < tolerance && abs(white.z - 1) < tolerance)
    #expect((matrix(from: to, to: from) * there).distance(to: .identity) < 1e-9)
  }

  @Test func theSameLightsNeedNoMatrix() {
    #expect(matrix(from: .sRGB, to: .extendedLinearSRGB) == .identity)
    #expect(matrix(from: .displayP3, to: .displayP3_PQ) == .identity)
  }

  @Test func aMatrixWithoutInverseIsReported() {
    #expect(Matrix3([1, 2, 3], [2, 4, 6], [0, 0, 1]).inverse == nil)
    #expect(Matrix3([.nan, 0, 0], [0, 1, 0], [0, 0, 1]).inverse == nil)
    let flat = Chromaticity(0.3, 0.3)
    #expect(Primaries(red: flat, green: flat, blue: flat, white: .d65).matrixToXYZD50 == nil)
    let onAxis = Chromaticity(0.3, 0)
    #expect(Primaries(red: onAxis, green: .d65, blue: .d50, white: .d65).matrixToXYZD50 == nil)
  }
}
