/// CIConvolutionRGB7X7: a weighted sum of the seven by seven pixels around each pixel; alpha is unchanged.
///
/// Formula: rgb′(p) = bias + sum_{i, j = -3}^{3} w_{ij} rgb(p + (i, j))
///
/// Source: as the form with alpha, which fits real images.
package enum ConvolutionRGB7X7 {
  static let filter = Convolution(
    "CIConvolutionRGB7X7", displayName: "7 by 7 RGB Convolution", summary: "7 by 7 convolution of the colours only.",
    since: "macOS 12.0 / iOS 15 / tvOS 15", count: 49, keepsAlpha: true, formula: Convolution7X7.formula)
}
