/// CIConvertLabToRGB: converts CIE L*, a*, b* to red, green and blue.
///
/// Formula: Y = {L + 16}/{116}, X = Y + {a}/{500}, Z = Y - {b}/{200}, rgb = M (X_n f^{-1}(X), Y_n f^{-1}(Y), Z_n f^{-1}(Z))
package enum ConvertLabToRGB {
  static let filter = Filter(
    "CIConvertLabToRGB", displayName: "Convert Lab to RGB", summary: "CIE Lab image to working-space RGB.",
    categories: .extendedPointwise(.colorEffect), since: "macOS 13.0 / iOS 16 / tvOS 16", builtin: "CIConvertLab",
    parameters: [.inputImage, .normalize], formulas: [.color(formula)],
    example: ["inputNormalize": 1, "inputImage": .image(.lab)]
  ) { inputs in
    inputs.image.mapped(
      by: formula, CIELab.fromXYZ.0, CIELab.fromXYZ.1, CIELab.fromXYZ.2,
      inputs[.normalize] ? CIELab.toUnit.scale : SIMD3<Float>(1, 1, 1),
      inputs[.normalize] ? CIELab.toUnit.offset : SIMD3<Float>())
  }

  /// Linear sRGB of straight L*, a*, b*, which are (c - offset) / scale; alpha untouched. `red`, `green`, `blue` are
  /// the rows of the matrix from tristimulus values over those of the white (D50). Shader:
  /// ColorEffect/ConvertLabToRGB.glsl
  ///
  /// Source: CIE 15:2018, 8.2.1, inverted.
  package static let formula = ColorFormula("rgbFromLab", keepsAlpha: true) {
    (color, red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>, scale: SIMD3<Float>, offset: SIMD3<Float>) in
    let lab = (color.unpremultiplied.rgb - RGB(offset)) * RGB(1 / scale)
    let xyz = CIELab.toXYZ(lab)
    return Color(RGB(xyz.dot(red), xyz.dot(green), xyz.dot(blue)), color.alpha).premultiplied
  }
}
