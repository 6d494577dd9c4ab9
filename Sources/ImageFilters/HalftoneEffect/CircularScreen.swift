/// CICircularScreen: rings of black and white.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = 1 - |2 frac({|p - m|}/w) - 1|
package enum CircularScreen {
  static let filter = Screen(
    "CICircularScreen", summary: "Concentric-ring halftone in grey.",
    parameters: [.inputImage, .center, Screen.width, Screen.sharpness], formula: formula)

  /// Rings about the centre: threshold 1 - |2 part - 1| of the distance in widths. Linear light.
  /// Shader: HalftoneEffect/CircularScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(screen: "circularScreen") { way, frequency in
    Screen.triangle(way.length * frequency.x)
  }
}
