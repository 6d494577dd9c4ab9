/// CIMorphologyGradient: outlines of bright areas: the largest less the smallest component in a disc.
///
/// Formula: c′ = {1}/{2} (max_{|q| ≤ r} c(p + q) - min_{|q| ≤ r} c(p + q))
package enum MorphologyGradient {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 5, min: 0, slider: 0...50, identity: 0)

  static let filter = Filter(
    "CIMorphologyGradient", summary: "Half the maximum less the minimum over a disc.", categories: .extended(.blur),
    since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [.inputImage, radius],
    formulas: [
      .color(formula), .region(MorphologyMaximum.formula), .region(MorphologyMaximum.ofRuns),
      .region(MorphologyRectangleMaximum.run), .region(MorphologyMinimum.formula), .region(MorphologyMinimum.ofRuns),
      .region(MorphologyRectangleMinimum.run),
    ]
  ) { (inputs) throws(RenderError) in
    try Morphology.checked("CIMorphologyGradient", Double(inputs[radius]))
    let reach = max(inputs[radius], 0).rounded(.down)
    let (high, low) = (
      MorphologyMaximum.extremes.node(of: inputs.image, reach), MorphologyMinimum.extremes.node(of: inputs.image, reach)
    )
    return Node.combined([high, low], by: formula, extent: .stated(inputs.image.extent))
  }

  /// Half of the maximum's rgb less the minimum's rgb, premultiplied, with the alpha of the maximum; linear light.
  /// Shader: Blur/MorphologyGradient.glsl
  ///
  /// Source: the morphological gradient, Rivest, Soille and Beucher 1993; the half and the extent are measured.
  package static let formula = ColorFormula(blend: "morphologyGradient", preserves: .opacity) { high, low in
    Color((high.rgb - low.rgb) * 0.5, high.alpha)
  }
}
