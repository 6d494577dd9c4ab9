import ImageGraph

/// CIConvolutionRGB5X5: a weighted sum of the five by five pixels around each; alpha stays.
///
/// Formula: rgb′(p) = bias + sum_{i, j = -2}^{2} w_{ij} rgb(p + (i, j))
///
/// Source: as the form with alpha, which fits real pictures.
package enum ConvolutionRGB5X5 {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    identity: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolutionRGB5X5", displayName: "5 by 5 RGB Convolution", summary: "5 by 5 convolution of the colours only.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 12.0 / iOS 15 / tvOS 15",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(Convolution5X5.formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 25, keepsAlpha: true) {
      image, w, keepsAlpha in
      image.gathered(by: Convolution5X5.formula, w[0], w[1], w[2], w[3], w[4], w[5], w[6], keepsAlpha)
    }
  }
}
