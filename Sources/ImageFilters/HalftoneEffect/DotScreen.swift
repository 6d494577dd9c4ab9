/// CIDotScreen: round dots of black and white.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = 1/2 - {cos(2 π u) + cos(2 π v)}/4
package enum DotScreen {
  static let filter = Screen(
    "CIDotScreen", summary: "Round-dot halftone in grey.",
    parameters: [.inputImage, .center, .angle, Screen.width, Screen.sharpness], formula: formula)

  /// Black dots on a grid about the centre, white ones between: threshold 1/2 - (cos 2πu + cos 2πv) / 4, u and v in
  /// widths. Linear light.
  /// Shader: HalftoneEffect/DotScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(screen: "dotScreen") { way, frequency in
    let u = way.x * frequency.x + way.y * frequency.y
    let v = way.y * frequency.x - way.x * frequency.y
    return CMYKHalftone.spot(u, v)
  }
}
