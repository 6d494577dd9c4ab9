import ImageGraph

/// CIAreaMinMax: the smallest and the largest of each component in a rectangle, as two pixels.
///
/// Formula: c′_0 = min_{p ∈ R} c(p), c′_1 = max_{p ∈ R} c(p)
///
/// Source: Core Image's filter reference.
package enum AreaMinMax {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extent = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIAreaMinMax", displayName: "Area Min and Max", summary: "Minimum and maximum of each component as two pixels.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.14 / iOS 12 / tvOS 12",
    parameters: [image, extent],
    formulas: [.region(AreaMinimum.strips), .region(AreaMaximum.strips), .color(AdditionCompositing.formula)],
    outputKeys: ["outputImage", "outputImageNonMPS"]
  ) { (inputs) throws(RenderError) in
    let low = try AreaMinimum.extreme(inputs[image], inputs[extent], filter: "CIAreaMinMax")
    let high = try AreaMaximum.extreme(inputs[image], inputs[extent], filter: "CIAreaMinMax")
    return Node.combined(
      [low, high.transformed(by: .translation(1, 0)) ?? .empty], by: AdditionCompositing.formula, extent: .union)
  }
}
