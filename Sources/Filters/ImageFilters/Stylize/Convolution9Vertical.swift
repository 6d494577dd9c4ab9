/// CIConvolution9Vertical: a weighted sum of nine pixels in a column.
///
/// Formula: c′(p) = bias + sum_{i = -4}^{4} w_i c(p + (0, i))
///
/// Source: as CIConvolution9Horizontal, along y.
package enum Convolution9Vertical {
  static let filter = Convolution(
    "CIConvolution9Vertical", displayName: "Vertical 9 Convolution",
    summary: "Nine-pixel vertical convolution of all four components.", count: 9, axis: .vertical,
    formula: Convolution9Horizontal.formula)
}
