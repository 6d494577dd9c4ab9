import ImageGraph

/// CIConvolution9Horizontal: a weighted sum of nine pixels side by side.
///
/// Formula: c′(p) = bias + sum_{i = -4}^{4} w_i c(p + (i, 0))
package enum Convolution9Horizontal {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let weights = Parameter<[Double]>(
    "inputWeights", default: [0, 0, 0, 0, 1, 0, 0, 0, 0], identity: [0, 0, 0, 0, 1, 0, 0, 0, 0])
  static let bias = Parameter<Float>("inputBias", type: .scalar, default: 0, identity: 0)

  static let filter = Filter(
    "CIConvolution9Horizontal", displayName: "Horizontal 9 Convolution",
    summary: "Nine-pixel horizontal convolution of all four components.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.9 / iOS 7 / tvOS 7",
    builtin: "CIConvolution",
    parameters: [image, weights, bias], formulas: [.region(formula)]
  ) { inputs in
    Convolution.image(inputs[image], inputs[weights], bias: inputs[bias], count: 9, keepsAlpha: false) {
      image, w, keepsAlpha in
      image.gathered(by: formula, Axis.horizontal, w[0], w[1], w[2], keepsAlpha)
    }
  }

  /// The weighted sum of nine pixels along the axis plus the bias (third number of `c`), all four components
  /// premultiplied;
  /// linear light. Along x from left to right, along y from the top; `keepsAlpha` 1 leaves alpha as it is.
  /// Shader: Stylize/Convolution9Horizontal.glsl
  ///
  /// Source: Core Image's filter reference; that rows come from the top and nothing is mirrored is measured.
  package static let formula = RegionFormula(
    "convolution9", inputs: 1,
    taps: { (_: Axis, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: Float) in 9 },
    region: { (_, output, axis: Axis, _: SIMD4<Float>, _: SIMD4<Float>, _: SIMD4<Float>, _: Float) in
      output.outset(by: SIMD2<Double>(axis.vector) * 4)
    },
    extent: { (inputs, axis: Axis, _: SIMD4<Float>, _: SIMD4<Float>, c: SIMD4<Float>, keepsAlpha: Float) in
      Convolution.extent(inputs[0], by: SIMD2<Double>(axis.vector) * 4, bias: c.y, keepsAlpha)
    },
    reference: { (read, at, axis: Axis, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>, keepsAlpha: Float) in
      Convolution.sum(
        read, at, [a, b, c], columns: axis == .horizontal ? 9 : 1, rows: axis == .horizontal ? 1 : 9, keepsAlpha)
    })
}
