/// CIHatchedScreen: two sets of lines that cross.
///
/// Formula: c′ = clamp((1 + s) Y - s t, 0, 1), t = max(1 - |2 frac(u) - 1|, 1 - |2 frac(v) - 1|)^2
package enum HatchedScreen {
  static let filter = Screen(
    "CIHatchedScreen", summary: "Cross-hatched halftone in grey.",
    parameters: [.inputImage, .center, .angle, Screen.width, Screen.sharpness], formula: formula)

  /// Dark lines in both directions: threshold m², m the larger one of 1 - |2 part - 1| of the distances in widths, so
  /// that the white between them has the area that the luma asks for. Linear light.
  /// Shader: HalftoneEffect/HatchedScreen.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = ColorFormula(screen: "hatchedScreen") { way, frequency in
    let across = Screen.triangle(way.x * frequency.x + way.y * frequency.y)
    let along = Screen.triangle(way.y * frequency.x - way.x * frequency.y)
    let larger = greatest(across, along)
    return larger * larger
  }
}
