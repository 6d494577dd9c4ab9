/// CIConvolution5X5: a weighted sum of the five by five pixels around each pixel.
///
/// Formula: c′(p) = bias + sum_{i, j = -2}^{2} w_{ij} c(p + (i, j))
package enum Convolution5X5 {
  static let filter = Convolution(
    "CIConvolution5X5", displayName: "5 by 5 Convolution", summary: "5 by 5 convolution of all four components.",
    count: 25, formula: formula)

  /// The weighted sum of five by five pixels plus the bias, all four components premultiplied; linear light. Weights
  /// are ordered row by row, the top row first, four to an argument, the bias after the last; `keepsAlpha` 1 leaves
  /// alpha unchanged.
  /// Shader: Stylize/Convolution5X5.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(convolution: "convolution5x5", columns: 5, rows: 5)
}
