import Foundation

/// CIHueAdjust: rotates all colours about the neutral axis and keeps their luminance.
///
/// Formula: rgb′ = (Λ + (I - Λ) cos θ + H sin θ) rgb, Λ_{ij} = l_j, l = (0.2125, 0.7154, 0.0721)
///
/// Source: Filter Effects Module Level 1, feColorMatrix hueRotate, with the luma weights of BT.709; the entries of the
/// second sine row follow from keeping the luma. Core Image's pixels agree in linear light.
package enum HueAdjust {
  static let filter = Filter(
    "CIHueAdjust", summary: "Rotates colour around the neutral axis.", categories: .extendedPointwise(.colorAdjustment),
    since: "macOS 10.4 / iOS 5 / tvOS 5", parameters: [.inputImage, .angle], formulas: [.color(formula)]
  ) { inputs in
    let rows = matrix(angle: inputs[.angle])
    return inputs.image.mapped(by: formula, rows.red, rows.green, rows.blue)
  }

  /// rgb times the matrix with these rows; alpha untouched. Shader: ColorAdjustment/HueAdjust.glsl
  package static let formula = ColorFormula(
    "hueAdjust",
    rows: { (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) in ColorRows(rgb: red, green, blue) },
    fold: ColorConversions.foldRows
  ) { (color, red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) in
    Color(RGB(color.rgb.dot(red), color.rgb.dot(green), color.rgb.dot(blue)), color.alpha)
  }

  /// Returns the rows of the matrix that rotates hues by `angle` radians.
  static func matrix(angle: Float) -> (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) {
    let luma = SIMD3<Double>(Luma.weights)
    let (cosine, sine) = (cos(Double(angle)), sin(Double(angle)))
    let red: SIMD3<Double> = [-luma.x, -luma.y, 1 - luma.z]
    let blue: SIMD3<Double> = [luma.x - 1, luma.y, luma.z]
    let green = -(red * luma.x + blue * luma.z) / luma.y
    func row(_ unit: SIMD3<Double>, _ turn: SIMD3<Double>) -> SIMD3<Float> {
      SIMD3<Float>(luma + (unit - luma) * cosine + turn * sine)
    }
    return (row([1, 0, 0], red), row([0, 1, 0], green), row([0, 0, 1], blue))
  }
}
