/// CIConvolutionRGB5X5: a weighted sum of the five by five pixels around each pixel; alpha is unchanged.
///
/// Formula: rgb′(p) = bias + sum_{i, j = -2}^{2} w_{ij} rgb(p + (i, j))
///
/// Source: as the form with alpha, which fits real images.
package enum ConvolutionRGB5X5 {
  static let filter = Convolution(
    "CIConvolutionRGB5X5", displayName: "5 by 5 RGB Convolution", summary: "5 by 5 convolution of the colours only.",
    since: "macOS 12.0 / iOS 15 / tvOS 15", count: 25, keepsAlpha: true, formula: Convolution5X5.formula)
}
