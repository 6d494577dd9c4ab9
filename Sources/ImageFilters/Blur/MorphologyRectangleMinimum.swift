import ImageGraph

/// CIMorphologyRectangleMinimum: the smallest component of the pixels in a rectangle.
///
/// Formula: c′(p) = min_{|q_x| ≤ {w}/2, |q_y| ≤ {h}/2} c(p + q)
package enum MorphologyRectangleMinimum {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let width = Parameter<Float>("inputWidth", type: .integer, default: 5, min: 1, slider: 1...49, identity: 1)
  static let height = Parameter<Float>("inputHeight", type: .integer, default: 5, min: 1, slider: 1...49, identity: 1)

  static let filter = Filter(
    "CIMorphologyRectangleMinimum", displayName: "Morphology Rectangle Minimum",
    summary: "Minimum over a rectangle of odd sides.",
    categories: [.blur, .builtIn, .highDynamicRange, .stillImage, .video], since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [image, width, height], formulas: [.region(pass)]
  ) { (inputs) throws(RenderError) in
    try Morphology.checked("CIMorphologyRectangleMinimum", Double(max(inputs[width], inputs[height])))
    let (x, y) = (Morphology.reach(inputs[width]), Morphology.reach(inputs[height]))
    let rows = x > 0 ? inputs[image].gathered(by: pass, Axis.horizontal, x) : inputs[image]
    return y > 0 ? rows.gathered(by: pass, Axis.vertical, y) : rows
  }

  /// One axis: the smallest of each component of 2 reach + 1 pixels; premultiplied, linear light.
  /// Shader: Blur/MorphologyRectangleMinimum.glsl
  ///
  /// Source: greyscale erosion, Serra 1982; separable for rectangles.
  package static let pass = RegionFormula(
    "morphologyRectangleMinimum",
    taps: { (_: Axis, reach: Float) in Double(2 * reach + 1) },
    region: { (output, axis: Axis, reach: Float) in output.outset(by: SIMD2<Double>(axis.vector) * Double(reach)) },
    extent: { (input, axis: Axis, reach: Float) in input.outset(by: SIMD2<Double>(axis.vector) * Double(reach)) },
    reference: { (read, at, axis: Axis, reach: Float) in
      var result = read(0, at)
      for step in stride(from: Float(1), through: reach, by: 1) {
        result = Morphology.least(result, read(0, at + step * axis.vector))
        result = Morphology.least(result, read(0, at - step * axis.vector))
      }
      return result
    })
}
