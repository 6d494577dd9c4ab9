import ImageGraph

/// CIMorphologyMinimum: the smallest component of the pixels in a disc.
///
/// Formula: c′(p) = min_{|q| ≤ r} c(p + q)
package enum MorphologyMinimum {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 0, slider: 0...50, identity: 0, unit: .pixels)

  static let filter = Filter(
    "CIMorphologyMinimum", displayName: "Morphology Minimum", summary: "Minimum over a disc.",
    categories: [.blur, .builtIn, .highDynamicRange, .stillImage, .video], since: "macOS 10.13 / iOS 11 / tvOS 11",
    parameters: [image, radius], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    try Morphology.checked("CIMorphologyMinimum", Double(inputs[radius]))
    let reach = max(inputs[radius], 0).rounded(.down)
    return reach > 0 ? inputs[image].gathered(by: formula, reach) : inputs[image]
  }

  /// The smallest of each component of the pixels whose centres lie within `radius` whole pixels; premultiplied,
  /// linear light.
  /// Shader: Blur/MorphologyMinimum.glsl
  ///
  /// Source: greyscale erosion, Serra 1982; that radius 2 is a disc of 13 pixels is measured.
  package static let formula = RegionFormula(
    "morphologyMinimum",
    taps: { (radius: Float) in Double(3.2 * radius * radius + 1) },
    region: { (output, radius: Float) in output.outset(by: Double(radius)) },
    extent: { (input, radius: Float) in input.outset(by: Double(radius)) },
    reference: { (read, at, radius: Float) in Morphology.disc(read, at, radius, Morphology.least) })
}
