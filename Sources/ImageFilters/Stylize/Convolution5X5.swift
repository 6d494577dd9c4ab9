import ImageGraph

/// CIConvolution5X5: a weighted sum of the five by five pixels around each.
///
/// Formula: c′(p) = bias + sum_{i, j = -2}^{2} w_{ij} c(p + (i, j))
package enum Convolution5X5 {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    identity: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolution5X5", displayName: "5 by 5 Convolution", summary: "5 by 5 convolution of all four components.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.9 / iOS 7 / tvOS 7",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 25, keepsAlpha: false) {
      image, w, keepsAlpha in
      image.gathered(by: formula, w[0], w[1], w[2], w[3], w[4], w[5], w[6], keepsAlpha)
    }
  }

  /// The weighted sum of five by five pixels plus the bias, all four components premultiplied; linear light. Weights
  /// lie row by row,
  /// the top row first, four to an argument, the bias after the last; `keepsAlpha` 1 leaves alpha as it is.
  /// Shader: Stylize/Convolution5X5.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(
    "convolution5x5", inputs: 1,
    taps: {
      (
        _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: Float
      ) in 25
    },
    region: {
      (
        _, output, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: Float
      ) in output.outset(by: 2)
    },
    extent: {
      (
        inputs, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        g: SIMD4<Float>, keepsAlpha: Float
      ) in
      Convolution.extent(inputs[0], by: [2, 2], bias: g.y, keepsAlpha)
    },
    reference: {
      (
        read, at, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>, d: SIMD4<Float>, e: SIMD4<Float>, f: SIMD4<Float>,
        g: SIMD4<Float>, keepsAlpha: Float
      ) in
      Convolution.sum(read, at, [a, b, c, d, e, f, g], columns: 5, rows: 5, keepsAlpha)
    })
}
