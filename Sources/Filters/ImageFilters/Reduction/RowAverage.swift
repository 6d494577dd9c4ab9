/// CIRowAverage: the mean colour of each row of a rectangle, as a row of pixels, the lowest row first.
///
/// Formula: c′(y) = {1}/{w} sum_{x} c(x, y)
///
/// Source: Core Image's filter reference; that the result extends along x, the lowest row first, is inferred from the
/// text of Core Image's reference.
package enum RowAverage {
  static let filter = Filter(
    "CIRowAverage", summary: "Mean colour of each row.", categories: .extended(.reduction),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, .extent], formulas: [.region(AreaAverage.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: "CIRowAverage")
    let column = AreaAverage.mean(of: inputs.image, area, along: [.horizontal])
    // Core Image returns an image one pixel high: x and y are exchanged.
    let exchanged = AffineMap(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    return column.sampled(.nearest).transformed(by: exchanged) ?? .empty
  }
}
