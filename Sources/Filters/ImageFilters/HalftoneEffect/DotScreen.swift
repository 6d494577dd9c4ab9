/// CIDotScreen: round dots of black and white.
///
/// Formula: c′ = clamp({Y - t}/{1 - s} + {1}/{2}, 0, 1), t = {1}/{2} + 0.248 s (sin(2 π u) + sin(2 π v)), s = sharpness
package enum DotScreen {
  static let filter = Screen(
    "CIDotScreen", summary: "Round-dot halftone in grey.",
    parameters: [.inputImage, .center, .angle, Screen.width, Screen.sharpness], formula: formula)

  /// Black dots on a grid, white ones between them, the centre halfway between two dots: the threshold is
  /// ``CMYKHalftone/spot``, u and v in widths. Linear light.
  /// Shader: HalftoneEffect/DotScreen.glsl
  ///
  /// Source: measured on Core Image at sharpness 0.7, to 2/255.
  package static let formula = ColorFormula(screen: "dotScreen") { way, frequency, slope in
    let u = way.x * frequency.x + way.y * frequency.y
    let v = way.y * frequency.x - way.x * frequency.y
    return CMYKHalftone.spot(u, v, slope)
  }
}
