/// CIHatchedScreen: two sets of lines that cross.
///
/// Formula: c′ = clamp({Y - t}/{1 - s} + {1}/{2}, 0, 1), t = max(1 - |2 frac(u) - 1|, 1 - |2 frac(v) - 1|)^2, s = sharpness
package enum HatchedScreen {
  static let filter = Screen(
    "CIHatchedScreen", summary: "Cross-hatched halftone in grey.",
    parameters: [.inputImage, .center, .angle, Screen.width, Screen.sharpness], formula: formula)

  /// Dark lines in both directions: threshold m², m the larger one of 1 - |2 part - 1| of the distances in widths, so
  /// that the area of the white between them is proportional to the luma. Linear light.
  /// Shader: HalftoneEffect/HatchedScreen.glsl
  ///
  /// Source: the ramp and the lines are those of CILineScreen, which is measured. The combination of both sets is our
  /// own: the square is distributed as uniformly over 0...1 as the threshold of lines, so that a grey keeps its mean.
  package static let formula = ColorFormula(screen: "hatchedScreen") { way, frequency, _ in
    let across = Screen.triangle(way.x * frequency.x + way.y * frequency.y)
    let along = Screen.triangle(way.y * frequency.x - way.x * frequency.y)
    let larger = greatest(across, along)
    return larger * larger
  }
}
