import ImageGraph

/// CIConvolution3X3: a weighted sum of the three by three pixels around each.
///
/// Formula: c′(p) = bias + sum_{i, j = -1}^{1} w_{ij} c(p + (i, j))
package enum Convolution3X3 {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 1, 0, 0, 0, 0], identity: [0, 0, 0, 0, 1, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolution3X3", displayName: "3 by 3 Convolution", summary: "3 by 3 convolution of all four components.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.9 / iOS 7 / tvOS 7",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 9, keepsAlpha: false) {
      image, w, keepsAlpha in
      image.gathered(by: formula, w[0], w[1], w[2], keepsAlpha)
    }
  }

  /// The weighted sum of three by three pixels plus the bias, all four components premultiplied; linear light.
  /// Weights lie row by row,
  /// the top row first, four to an argument, the bias after the last; `keepsAlpha` 1 leaves alpha as it is.
  /// Shader: Stylize/Convolution3X3.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(
    "convolution3x3", inputs: 1,
    taps: { (_: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: Float) in 9 },
    region: { (_, output, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: Float) in output.outset(by: 1) },
    extent: { (inputs, _: SIMD4<Float>, _: SIMD4<Float>, c: SIMD4<Float>, keepsAlpha: Float) in
      Convolution.extent(inputs[0], by: [1, 1], bias: c.y, keepsAlpha)
    },
    reference: { (read, at, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>, keepsAlpha: Float) in
      Convolution.sum(read, at, [a, b, c], columns: 3, rows: 3, keepsAlpha)
    })
}
