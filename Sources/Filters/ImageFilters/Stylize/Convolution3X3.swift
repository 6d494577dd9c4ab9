/// CIConvolution3X3: a weighted sum of the three by three pixels around each pixel.
///
/// Formula: c′(p) = bias + sum_{i, j = -1}^{1} w_{ij} c(p + (i, j))
package enum Convolution3X3 {
  static let filter = Convolution(
    "CIConvolution3X3", displayName: "3 by 3 Convolution", summary: "3 by 3 convolution of all four components.",
    count: 9, formula: formula)

  /// The weighted sum of three by three pixels plus the bias, all four components premultiplied; linear light. Weights
  /// are ordered row by row, the top row first, four to an argument, the bias after the last; `keepsAlpha` 1 leaves
  /// alpha unchanged.
  /// Shader: Stylize/Convolution3X3.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(convolution: "convolution3x3", columns: 3, rows: 3)
}
