/// CIConvolutionRGB3X3: a weighted sum of the three by three pixels around each pixel; alpha is unchanged.
///
/// Formula: rgb′(p) = bias + sum_{i, j = -1}^{1} w_{ij} rgb(p + (i, j))
///
/// Source: as the form with alpha, which fits real images.
package enum ConvolutionRGB3X3 {
  static let filter = Convolution(
    "CIConvolutionRGB3X3", displayName: "3 by 3 RGB Convolution", summary: "3 by 3 convolution of the colours only.",
    since: "macOS 12.0 / iOS 15 / tvOS 15", count: 9, keepsAlpha: true, formula: Convolution3X3.formula)
}
