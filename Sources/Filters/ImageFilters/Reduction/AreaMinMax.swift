/// CIAreaMinMax: the smallest and the largest of each component in a rectangle, as two pixels.
///
/// Formula: c′_0 = min_{p ∈ R} c(p), c′_1 = max_{p ∈ R} c(p)
///
/// Source: Core Image's filter reference.
package enum AreaMinMax {
  static let filter = Filter(
    "CIAreaMinMax", displayName: "Area Min and Max", summary: "Minimum and maximum of each component as two pixels.",
    categories: .extended(.reduction), since: "macOS 10.14 / iOS 12 / tvOS 12", parameters: [.inputImage, .extent],
    formulas: [.region(AreaMinimum.strips), .region(AreaMaximum.strips), .color(AdditionCompositing.formula)],
    outputKeys: ["outputImage", "outputImageNonMPS"]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: "CIAreaMinMax")
    let low = AreaExtreme.image(inputs.image, area, by: AreaMinimum.strips)
    let high = AreaExtreme.image(inputs.image, area, by: AreaMaximum.strips)
    return Node.combined(
      [low, high.transformed(by: .translation(1, 0)) ?? .empty], by: AdditionCompositing.formula, extent: .union)
  }
}
