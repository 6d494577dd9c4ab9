/// CIConvolutionRGB9Vertical: a weighted sum of nine pixels in a column; alpha is unchanged.
///
/// Formula: rgb′(p) = bias + sum_{i = -4}^{4} w_i rgb(p + (0, i))
///
/// Source: as the form with alpha, which fits real images.
package enum ConvolutionRGB9Vertical {
  static let filter = Convolution(
    "CIConvolutionRGB9Vertical", displayName: "Vertical 9 RGB Convolution",
    summary: "Nine-pixel vertical convolution of the colours only.", since: "macOS 12.0 / iOS 15 / tvOS 15", count: 9,
    axis: .vertical, keepsAlpha: true, formula: Convolution9Horizontal.formula)
}
