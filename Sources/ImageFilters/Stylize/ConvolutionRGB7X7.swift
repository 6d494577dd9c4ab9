import ImageGraph

/// CIConvolutionRGB7X7: a weighted sum of the seven by seven pixels around each; alpha stays.
///
/// Formula: rgb′(p) = bias + sum_{i, j = -3}^{3} w_{ij} rgb(p + (i, j))
///
/// Source: as the form with alpha, which fits real pictures.
package enum ConvolutionRGB7X7 {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights",
    default: [
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ],
    identity: [
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolutionRGB7X7", displayName: "7 by 7 RGB Convolution", summary: "7 by 7 convolution of the colours only.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 12.0 / iOS 15 / tvOS 15",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(Convolution7X7.formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 49, keepsAlpha: true) {
      image, w, keepsAlpha in
      image.gathered(
        by: Convolution7X7.formula, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12],
        keepsAlpha)
    }
  }
}
