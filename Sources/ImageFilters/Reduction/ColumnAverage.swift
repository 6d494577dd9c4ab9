import ImageGraph

/// CIColumnAverage: the mean colour of each column of a rectangle, as a row of pixels.
///
/// Formula: c′(x) = {1}/{h} sum_{y} c(x, y)
///
/// Source: Core Image's filter reference; the result begins at the origin.
package enum ColumnAverage {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIColumnAverage", displayName: "Column Average", summary: "Mean colour of each column.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [image, area], formulas: [.region(AreaAverage.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[area], of: inputs[image], filter: "CIColumnAverage")
    return AreaAverage.mean(of: inputs[image], area, along: [.vertical])
  }
}
