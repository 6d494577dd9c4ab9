import ImageGraph

/// CIConvolutionRGB3X3: a weighted sum of the three by three pixels around each; alpha stays.
///
/// Formula: rgb′(p) = bias + sum_{i, j = -1}^{1} w_{ij} rgb(p + (i, j))
///
/// Source: as the form with alpha, which fits real pictures.
package enum ConvolutionRGB3X3 {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 1, 0, 0, 0, 0], identity: [0, 0, 0, 0, 1, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolutionRGB3X3", displayName: "3 by 3 RGB Convolution", summary: "3 by 3 convolution of the colours only.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 12.0 / iOS 15 / tvOS 15",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(Convolution3X3.formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 9, keepsAlpha: true) {
      image, w, keepsAlpha in
      image.gathered(by: Convolution3X3.formula, w[0], w[1], w[2], keepsAlpha)
    }
  }
}
