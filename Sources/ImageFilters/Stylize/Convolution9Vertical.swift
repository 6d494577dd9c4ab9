import ImageGraph

/// CIConvolution9Vertical: a weighted sum of nine pixels one above the other.
///
/// Formula: c′(p) = bias + sum_{i = -4}^{4} w_i c(p + (0, i))
///
/// Source: as CIConvolution9Horizontal, along y.
package enum Convolution9Vertical {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 1, 0, 0, 0, 0], identity: [0, 0, 0, 0, 1, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolution9Vertical", displayName: "Vertical 9 Convolution",
    summary: "Nine-pixel vertical convolution of all four components.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.9 / iOS 7 / tvOS 7",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(Convolution9Horizontal.formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 9, keepsAlpha: false) {
      image, w, keepsAlpha in
      image.gathered(by: Convolution9Horizontal.formula, Axis.vertical, w[0], w[1], w[2], keepsAlpha)
    }
  }
}
