/// CICircularScreen: rings of black and white.
///
/// Formula: c′ = clamp({Y - t}/{1 - s} + {1}/{2}, 0, 1), t = 1 - |2 frac({|p - m|}/w) - 1|, s = sharpness
package enum CircularScreen {
  static let filter = Screen(
    "CICircularScreen", summary: "Concentric-ring halftone in grey.",
    parameters: [.inputImage, .center, Screen.width, Screen.sharpness], formula: formula)

  /// Rings about the centre: threshold 1 - |2 part - 1| of the distance in widths, 0 at the centre. Linear light.
  /// Shader: HalftoneEffect/CircularScreen.glsl
  ///
  /// Source: the threshold of CILineScreen, which is measured, along the radius.
  package static let formula = ColorFormula(screen: "circularScreen") { way, frequency, _ in
    Screen.triangle(way.length * frequency.x)
  }
}
