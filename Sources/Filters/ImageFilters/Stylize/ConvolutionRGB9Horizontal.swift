/// CIConvolutionRGB9Horizontal: a weighted sum of nine pixels in a row; alpha is unchanged.
///
/// Formula: rgb′(p) = bias + sum_{i = -4}^{4} w_i rgb(p + (i, 0))
///
/// Source: as the form with alpha, which fits real images.
package enum ConvolutionRGB9Horizontal {
  static let filter = Convolution(
    "CIConvolutionRGB9Horizontal", displayName: "Horizontal 9 RGB Convolution",
    summary: "Nine-pixel horizontal convolution of the colours only.", since: "macOS 12.0 / iOS 15 / tvOS 15", count: 9,
    axis: .horizontal, keepsAlpha: true, formula: Convolution9Horizontal.formula)
}
