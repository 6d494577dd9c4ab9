import ImageGraph

/// CIConvolutionRGB9Vertical: a weighted sum of nine pixels one above the other; alpha stays.
///
/// Formula: rgb′(p) = bias + sum_{i = -4}^{4} w_i rgb(p + (0, i))
///
/// Source: as the form with alpha, which fits real pictures.
package enum ConvolutionRGB9Vertical {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 1, 0, 0, 0, 0], identity: [0, 0, 0, 0, 1, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolutionRGB9Vertical", displayName: "Vertical 9 RGB Convolution",
    summary: "Nine-pixel vertical convolution of the colours only.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 12.0 / iOS 15 / tvOS 15",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(Convolution9Horizontal.formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 9, keepsAlpha: true) {
      image, w, keepsAlpha in
      image.gathered(by: Convolution9Horizontal.formula, Axis.vertical, w[0], w[1], w[2], keepsAlpha)
    }
  }
}
