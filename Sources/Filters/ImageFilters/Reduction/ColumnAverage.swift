/// CIColumnAverage: the mean colour of each column of a rectangle, as a row of pixels.
///
/// Formula: c′(x) = {1}/{h} sum_{y} c(x, y)
///
/// Source: Core Image's filter reference; the result starts at the origin.
package enum ColumnAverage {
  static let filter = Filter(
    "CIColumnAverage", summary: "Mean colour of each column.", categories: .extended(.reduction),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, .extent], formulas: [.region(AreaAverage.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: "CIColumnAverage")
    return AreaAverage.mean(of: inputs.image, area, along: [.vertical])
  }
}
