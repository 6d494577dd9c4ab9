/// CILineScreen: lines of black and white.
///
/// Formula: c′ = clamp({Y - t}/{1 - s} + {1}/{2}, 0, 1), t = 1 - |2 frac(u) - 1|, s = sharpness
package enum LineScreen {
  static let filter = Screen(
    "CILineScreen", summary: "Line halftone in grey.",
    parameters: [.inputImage, .center, .angle, Screen.width, Screen.sharpness], formula: formula)

  /// Lines across the angle, white through the centre: threshold 1 - |2 part - 1| of the distance in widths, which is 0
  /// on them, so that a line's width is proportional to the luma. Linear light.
  /// Shader: HalftoneEffect/LineScreen.glsl
  ///
  /// Source: measured on Core Image, to 1/255.
  package static let formula = ColorFormula(screen: "lineScreen") { way, frequency, _ in
    Screen.triangle(way.x * frequency.x + way.y * frequency.y)
  }
}
