import ImageGraph

/// CIConvolution7X7: a weighted sum of the seven by seven pixels around each.
///
/// Formula: c′(p) = bias + sum_{i, j = -3}^{3} w_{ij} c(p + (i, j))
package enum Convolution7X7 {
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
    "CIConvolution7X7", displayName: "7 by 7 Convolution", summary: "7 by 7 convolution of all four components.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.9 / iOS 9 / tvOS 9",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 49, keepsAlpha: false) {
      image, w, keepsAlpha in
      image.gathered(
        by: formula, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], keepsAlpha)
    }
  }

  /// The weighted sum of seven by seven pixels plus the bias, all four components premultiplied; linear light.
  /// Weights lie row by row,
  /// the top row first, four to an argument, the bias after the last; `keepsAlpha` 1 leaves alpha as it is.
  /// Shader: Stylize/Convolution7X7.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(
    "convolution7x7", inputs: 1,
    taps: {
      (
        _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: Float
      ) in 49
    },
    region: {
      (
        _, output, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: Float
      ) in output.outset(by: 3)
    },
    extent: {
      (
        inputs, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>,
        m: SIMD4<Float>, keepsAlpha: Float
      ) in
      Convolution.extent(inputs[0], by: [3, 3], bias: m.y, keepsAlpha)
    },
    reference: {
      (
        read, at, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>, d: SIMD4<Float>, e: SIMD4<Float>, f: SIMD4<Float>,
        g: SIMD4<Float>, h: SIMD4<Float>, i: SIMD4<Float>, j: SIMD4<Float>, k: SIMD4<Float>, l: SIMD4<Float>,
        m: SIMD4<Float>, keepsAlpha: Float
      ) in
      Convolution.sum(read, at, [a, b, c, d, e, f, g, h, i, j, k, l, m], columns: 7, rows: 7, keepsAlpha)
    })
}
