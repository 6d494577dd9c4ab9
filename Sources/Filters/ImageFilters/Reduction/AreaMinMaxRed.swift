/// CIAreaMinMaxRed: the smallest and the largest red in a rectangle, as red and green of one pixel.
///
/// Formula: r′ = min_{p ∈ R} r(p), g′ = max_{p ∈ R} r(p)
package enum AreaMinMaxRed {
  static let filter = Filter(
    "CIAreaMinMaxRed", displayName: "Area Min and Max Red", summary: "Minimum and maximum of red as one pixel.",
    categories: .extended(.reduction), since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [.inputImage, .extent],
    formulas: [.color(formula), .region(AreaMinimum.strips), .region(AreaMaximum.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: "CIAreaMinMaxRed")
    let low = AreaExtreme.image(inputs.image, area, by: AreaMinimum.strips)
    let high = AreaExtreme.image(inputs.image, area, by: AreaMaximum.strips)
    return Node.combined([low, high], by: formula, extent: .union)
  }

  /// The first image's red as red, the second's red as green; opaque, premultiplied. Shader:
  /// Reduction/AreaMinMaxRed.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let formula = ColorFormula(blend: "areaMinMaxRed", keepsClear: false, preserves: .opacity) {
    low, high in
    Color(low.red, high.red, Lane(), Lane(repeating: 1))
  }
}
