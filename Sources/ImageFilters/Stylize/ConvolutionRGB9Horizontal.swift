import ImageGraph

/// CIConvolutionRGB9Horizontal: a weighted sum of nine pixels side by side; alpha stays.
///
/// Formula: rgb′(p) = bias + sum_{i = -4}^{4} w_i rgb(p + (i, 0))
///
/// Source: as the form with alpha, which fits real pictures.
package enum ConvolutionRGB9Horizontal {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 1, 0, 0, 0, 0], identity: [0, 0, 0, 0, 1, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolutionRGB9Horizontal", displayName: "Horizontal 9 RGB Convolution",
    summary: "Nine-pixel horizontal convolution of the colours only.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 12.0 / iOS 15 / tvOS 15",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(Convolution9Horizontal.formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 9, keepsAlpha: true) {
      image, w, keepsAlpha in
      image.gathered(by: Convolution9Horizontal.formula, Axis.horizontal, w[0], w[1], w[2], keepsAlpha)
    }
  }
}
