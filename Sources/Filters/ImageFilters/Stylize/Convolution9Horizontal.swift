/// CIConvolution9Horizontal: a weighted sum of nine pixels in a row.
///
/// Formula: c′(p) = bias + sum_{i = -4}^{4} w_i c(p + (i, 0))
package enum Convolution9Horizontal {
  static let filter = Convolution(
    "CIConvolution9Horizontal", displayName: "Horizontal 9 Convolution",
    summary: "Nine-pixel horizontal convolution of all four components.", count: 9, axis: .horizontal, formula: formula)

  /// The weighted sum of nine pixels along the axis plus the bias (third component of `c`), all four components
  /// premultiplied; linear light. Along x from left to right, along y from the top; `keepsAlpha` 1 leaves alpha
  /// unchanged.
  /// Shader: Stylize/Convolution9Horizontal.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(convolution: "convolution9", columns: 9, rows: 1, alongAxis: true)
}
