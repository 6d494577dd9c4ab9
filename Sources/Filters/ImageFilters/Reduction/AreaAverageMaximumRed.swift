/// CIAreaAverageMaximumRed: the mean and the largest red of a rectangle.
///
/// Formula: (r′, g′) = ({mean}_{p ∈ R} r(p), {max}_{p ∈ R} r(p))
package enum AreaAverageMaximumRed {
  static let filter = Filter(
    "CIAreaAverageMaximumRed", displayName: "Area Average and Maximum Red",
    summary: "Mean and maximum of the red channel of a rectangle.", categories: .extended(.reduction),
    since: "macOS 26.0 / iOS 26.0 / tvOS 26.0 (attributes report 16.0 / 19)", parameters: [.inputImage, .extent],
    formulas: [.color(AreaMinMaxRed.formula), .region(AreaAverage.strips), .region(AreaMaximum.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: "CIAreaAverageMaximumRed")
    let largest = AreaExtreme.image(inputs.image, area, by: AreaMaximum.strips)
    return Node.combined(
      [AreaAverage.mean(of: inputs.image, area), largest], by: AreaMinMaxRed.formula, extent: .union)
  }
}
