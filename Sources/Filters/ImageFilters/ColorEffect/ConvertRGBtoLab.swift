/// CIConvertRGBtoLab: converts red, green and blue to CIE L*, a*, b*.
///
/// Formula: L = 116 f({Y}/{Y_n}) - 16, a = 500 (f({X}/{X_n}) - f({Y}/{Y_n})), b = 200 (f({Y}/{Y_n}) - f({Z}/{Z_n}))
package enum ConvertRGBtoLab {
  static let filter = Filter(
    "CIConvertRGBtoLab", displayName: "Convert RGB to Lab", summary: "Working-space RGB to CIE Lab.",
    categories: .extendedPointwise(.colorEffect), since: "macOS 13.0 / iOS 16 / tvOS 16", builtin: "CIConvertLab",
    parameters: [.inputImage, .normalize], formulas: [.color(formula)], example: ["inputNormalize": 1]
  ) { inputs in
    inputs.image.mapped(
      by: formula, CIELab.toXYZ.0, CIELab.toXYZ.1, CIELab.toXYZ.2,
      inputs[.normalize] ? CIELab.toUnit.scale : SIMD3<Float>(1, 1, 1),
      inputs[.normalize] ? CIELab.toUnit.offset : SIMD3<Float>())
  }

  /// L* (0...100), a*, b* (about -128...127) of the straight colour against D50, times `scale`, plus `offset`; alpha
  /// untouched.
  /// `x`, `y`, `z` are the rows of the matrix from linear sRGB to tristimulus values over those of the white.
  /// Shader: ColorEffect/ConvertRGBtoLab.glsl
  ///
  /// Source: CIE 15:2018, 8.2.1; that the white is D50 is our own choice, as in ICC profiles.
  package static let formula = ColorFormula("labFromRGB", keepsAlpha: true) {
    (color, x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>, scale: SIMD3<Float>, offset: SIMD3<Float>) in
    let straight = color.unpremultiplied.rgb
    let lab = CIELab.fromXYZ(RGB(straight.dot(x), straight.dot(y), straight.dot(z)))
    return Color(lab * RGB(scale) + RGB(offset), color.alpha).premultiplied
  }
}
