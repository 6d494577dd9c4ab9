import ImageGraph

/// CIAreaMinMaxRed: the smallest and the largest red in a rectangle, as red and green of one pixel.
///
/// Formula: r′ = min_{p ∈ R} r(p), g′ = max_{p ∈ R} r(p)
package enum AreaMinMaxRed {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extent = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIAreaMinMaxRed", displayName: "Area Min and Max Red", summary: "Minimum and maximum of red as one pixel.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.13 / iOS 11 / tvOS 11",
    parameters: [image, extent], formulas: [.color(formula), .region(AreaMinimum.strips), .region(AreaMaximum.strips)]
  ) { (inputs) throws(RenderError) in
    let low = try AreaMinimum.extreme(inputs[image], inputs[extent], filter: "CIAreaMinMaxRed")
    let high = try AreaMaximum.extreme(inputs[image], inputs[extent], filter: "CIAreaMinMaxRed")
    return Node.combined([low, high], by: formula, extent: .union)
  }

  /// Red of the first as red, red of the second as green; opaque, premultiplied. Shader: Reduction/AreaMinMaxRed.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let formula = ColorFormula(blend: "areaMinMaxRed", keepsClear: false) { low, high in
    Color(low.red, high.red, Lane(), Lane(repeating: 1))
  }
}
