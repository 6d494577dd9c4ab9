/// CIConvolution7X7: a weighted sum of the seven by seven pixels around each pixel.
///
/// Formula: c′(p) = bias + sum_{i, j = -3}^{3} w_{ij} c(p + (i, j))
package enum Convolution7X7 {
  static let filter = Convolution(
    "CIConvolution7X7", displayName: "7 by 7 Convolution", summary: "7 by 7 convolution of all four components.",
    since: "macOS 10.9 / iOS 9 / tvOS 9", count: 49, formula: formula)

  /// The weighted sum of seven by seven pixels plus the bias, all four components premultiplied; linear light. Weights
  /// are ordered row by row, the top row first, four to an argument, the bias after the last; `keepsAlpha` 1 leaves
  /// alpha unchanged.
  /// Shader: Stylize/Convolution7X7.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(convolution: "convolution7x7", columns: 7, rows: 7)
}
