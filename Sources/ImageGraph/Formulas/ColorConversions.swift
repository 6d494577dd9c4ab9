import Foundation

/// Decodes one sRGB component to linear light.
///
/// - Parameter encoded: 1.0 = diffuse white. Any sign and size: values below 0 mirror the curve and values above 1
///   continue it. NaN stays NaN.
///
/// Source: IEC 61966-2-1:1999, 5.2.
package func linearFromSRGBComponent(_ encoded: Double) -> Double {
  let magnitude = abs(encoded)
  let linear = magnitude <= 0.04045 ? magnitude / 12.92 : pow((magnitude + 0.055) / 1.055, 2.4)
  return encoded < 0 ? -linear : linear
}

/// Encodes one linear component as sRGB; the inverse of `linearFromSRGBComponent`.
package func sRGBFromLinearComponent(_ linear: Double) -> Double {
  let magnitude = abs(linear)
  let encoded = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * pow(magnitude, 1 / 2.4) - 0.055
  return linear < 0 ? -encoded : encoded
}

/// The steps that colour management is made of. Each is a colour formula like any other and fuses like any other.
package enum ColorConversions {
  /// rgb from the sRGB curve to linear light; alpha untouched. For straight or opaque colours.
  /// Shader: Color/SRGB.glsl
  package static let linearFromSRGB = ColorFormula("linearFromSRGB") { color in
    Color(color.rgb.map { $0.map { Float(linearFromSRGBComponent(Double($0))) } }, color.alpha)
  }

  /// rgb from linear light to the sRGB curve; alpha untouched. For straight or opaque colours.
  /// Shader: Color/SRGB.glsl
  package static let sRGBFromLinear = ColorFormula("sRGBFromLinear") { color in
    Color(color.rgb.map { $0.map { Float(sRGBFromLinearComponent(Double($0))) } }, color.alpha)
  }

  /// rgb times alpha. Shader: Color/Alpha.glsl
  package static let premultiply = ColorFormula("premultiplyAlpha") { color in color.premultiplied }

  /// rgb divided by alpha; clear where alpha is 0 or less. Shader: Color/Alpha.glsl
  package static let unpremultiply = ColorFormula("unpremultiplyAlpha") { color in color.unpremultiplied }

  /// rgb times a 3x3 matrix, rows given; alpha untouched. Linear light. Shader: Color/Primaries.glsl
  package static let primaries = ColorFormula("convertPrimaries") {
    (color, red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) in
    Color(RGB(color.rgb.dot(red), color.rgb.dot(green), color.rgb.dot(blue)), color.alpha)
  }

  /// The curve y = (a·x + b)^g + e for x >= d, y = c·x + f below; sign-mirrored; alpha untouched.
  /// `gabc` holds g, a, b, c and `def` d, e, f. Source: ICC.1:2022, parametric curve type 4.
  /// Shader: Color/ParametricCurve.glsl
  package static let decodeCurve = ColorFormula("decodeParametricCurve") {
    (color, gabc: SIMD4<Float>, def: SIMD3<Float>) in
    Color(
      color.rgb.map { value in
        let x = value.magnitude
        let linear = x * gabc.w + def.z
        let curved = (x * gabc.y + gabc.z).power(gabc.x) + def.y
        let y = linear.replacing(with: curved, where: x .>= def.x)
        return y.replacing(with: -y, where: value .< 0)
      }, color.alpha)
  }

  /// The inverse of `decodeCurve` with the same arguments. Shader: Color/ParametricCurve.glsl
  package static let encodeCurve = ColorFormula("encodeParametricCurve") {
    (color, gabc: SIMD4<Float>, def: SIMD3<Float>) in
    let join = pow(Swift.max(gabc.y * def.x + gabc.z, 0), gabc.x) + def.y
    return Color(
      color.rgb.map { value in
        let y = value.magnitude
        let linear = gabc.w == 0 ? Lane() : (y - def.z) / gabc.w
        let curved = ((y - def.y).power(1 / gabc.x) - gabc.z) / gabc.y
        let x = linear.replacing(with: curved, where: y .>= join)
        return x.replacing(with: -x, where: value .< 0)
      }, color.alpha)
  }

  package static let all: [ColorFormula] = [
    linearFromSRGB, sRGBFromLinear, premultiply, unpremultiply, primaries, decodeCurve, encodeCurve,
  ]
}
