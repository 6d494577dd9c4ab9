/// CIAreaHistogram: the histogram of a rectangle, as a row of pixels.
///
/// Formula: h_i = {scale}/{n} |{ p ∈ R : ⌊N c(p)⌋ = i }|
///
/// Source: Core Image's filter reference.
package enum AreaHistogram {
  static let filter = Filter(
    "CIAreaHistogram", summary: "Histogram of the four channels of a rectangle as a strip of pixels.",
    categories: .usual(.reduction), since: "macOS 10.5 / iOS 8 / tvOS 8",
    parameters: [.inputImage, .extent, .histogramScale, .histogramCount], formulas: [.color(formula)],
    outputKeys: ["outputImage", "outputData", "outputImageMPS", "outputImageNonMPS"], example: ["inputScale": 15]
  ) { (inputs) throws(RenderError) in
    let image = inputs.image
    let area = try AreaAverage.area(inputs[.extent], of: image, filter: "CIAreaHistogram")
    let bins = try AreaHistogram.bins(inputs[.histogramCount], filter: "CIAreaHistogram")
    let counts = Node(.histogram(area, bins: bins), [image])
    return counts.mapped(by: formula, inputs[.histogramScale] / Float(area.width * area.height))
  }

  /// Returns the number of bins after checking its range.
  static func bins(_ count: Int, filter: String) throws(RenderError) -> Int {
    guard (1...2048).contains(count) else {
      throw .invalidArgument("\(filter): inputCount is \(count); give a number of bins from 1 to 2048")
    }
    return count
  }

  /// All four components times `weight`, which converts counts to fractions. Shader: Reduction/AreaHistogram.glsl
  package static let formula = ColorFormula("areaHistogram") { (color, weight: Float) in color * weight }
}
