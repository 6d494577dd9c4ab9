import Foundation
import ImageColor

/// The steps that colour management is made of. Each is a colour formula like any other and fuses like any other.
package enum ColorConversions {
  /// rgb from the sRGB curve to linear light; alpha untouched. For straight or opaque colours.
  /// Shader: Color/SRGB.glsl
  package static let linearFromSRGB = ColorFormula("linearFromSRGB", keepsAlpha: true) { color in
    Color(color.rgb.map { $0.map { Float(ImageColor.linearFromSRGB(Double($0))) } }, color.alpha)
  }

  /// rgb from linear light to the sRGB curve; alpha untouched. For straight or opaque colours.
  /// Shader: Color/SRGB.glsl
  package static let sRGBFromLinear = ColorFormula("sRGBFromLinear", keepsAlpha: true) { color in
    Color(color.rgb.map { $0.map { Float(ImageColor.sRGBFromLinear(Double($0))) } }, color.alpha)
  }

  /// rgb times alpha. Shader: Color/Alpha.glsl
  package static let premultiply = ColorFormula("premultiplyAlpha") { color in color.premultiplied }

  /// rgb divided by alpha; clear where alpha is 0 or less. Shader: Color/Alpha.glsl
  package static let unpremultiply = ColorFormula("unpremultiplyAlpha") { color in color.unpremultiplied }

  /// Alpha 1, rgb as it is. Shader: Color/Alpha.glsl
  package static let opaque = ColorFormula("opaqueAlpha", keepsClear: false) { color in
    Color(color.rgb, Lane(repeating: 1))
  }

  /// rgb times a 3x3 matrix, rows given; alpha untouched. Linear light. Shader: Color/Primaries.glsl
  package static let primaries = ColorFormula("convertPrimaries", keepsAlpha: true) {
    (color, red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) in
    Color(RGB(color.rgb.dot(red), color.rgb.dot(green), color.rgb.dot(blue)), color.alpha)
  }

  /// The curve y = (a·x + b)^g + e for x >= d, y = c·x + f below; sign-mirrored; alpha untouched.
  /// `gabc` holds g, a, b, c and `def` d, e, f. Source: ICC.1:2022, parametric curve type 4.
  /// Shader: Color/ParametricCurve.glsl
  package static let decodeCurve = ColorFormula("decodeParametricCurve", keepsAlpha: true) {
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
  package static let encodeCurve = ColorFormula("encodeParametricCurve", keepsAlpha: true) {
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
    linearFromSRGB, sRGBFromLinear, premultiply, unpremultiply, opaque, primaries, decodeCurve, encodeCurve,
  ]
}
