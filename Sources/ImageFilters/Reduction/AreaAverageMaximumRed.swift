import ImageGraph

/// CIAreaAverageMaximumRed: the mean and the largest red of a rectangle.
///
/// Formula: (r′, g′) = ({mean}_{p ∈ R} r(p), {max}_{p ∈ R} r(p))
package enum AreaAverageMaximumRed {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIAreaAverageMaximumRed", displayName: "Area Average and Maximum Red",
    summary: "Mean and maximum of the red channel of a rectangle.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video],
    since: "macOS 26.0 / iOS 26.0 / tvOS 26.0 (attributes report 16.0 / 19)",
    parameters: [image, area],
    formulas: [.color(AreaMinMaxRed.formula), .region(AreaAverage.strips), .region(AreaMaximum.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[area], of: inputs[image], filter: "CIAreaAverageMaximumRed")
    let largest = AreaExtreme.image(inputs[image], area) { $0.gathered(by: AreaMaximum.strips, $1, $2) }
    return Node.combined(
      [AreaAverage.mean(of: inputs[image], area), largest], by: AreaMinMaxRed.formula, extent: .union)
  }
}
