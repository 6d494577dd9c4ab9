/// CILineScreen: lines of black and white.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = 1 - |2 frac(u) - 1|
package enum LineScreen {
  static let filter = Screen(
    "CILineScreen", summary: "Line halftone in grey.",
    parameters: [.inputImage, .center, .angle, Screen.width, Screen.sharpness], formula: formula)

  /// Lines across the angle, white through the centre: threshold 1 - |2 part - 1| of the distance in widths, so that a
  /// line is as wide as the luma asks for. Linear light.
  /// Shader: HalftoneEffect/LineScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(screen: "lineScreen") { way, frequency in
    Screen.triangle(way.x * frequency.x + way.y * frequency.y)
  }
}
