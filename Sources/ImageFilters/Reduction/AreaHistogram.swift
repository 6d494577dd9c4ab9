import ImageGraph

/// CIAreaHistogram: how often each value occurs in a rectangle, as a strip of pixels.
///
/// Formula: h_i = {scale}/{n} |{ p ∈ R : ⌊N c(p)⌋ = i }|
///
/// Source: Core Image's filter reference.
package enum AreaHistogram {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extent = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0))
  static let scale = Parameter<Float>("inputScale", type: .scalar, default: 1, min: 0, slider: 0...1)
  static let count = Parameter<Int>("inputCount", type: .scalar, default: 64, min: 1, max: 2048, slider: 10...1000)

  static let filter = Filter(
    "CIAreaHistogram", displayName: "Area Histogram",
    summary: "Histogram of the four channels of a rectangle as a strip of pixels.",
    categories: [.builtIn, .reduction, .stillImage, .video], since: "macOS 10.5 / iOS 8 / tvOS 8",
    parameters: [image, extent, scale, count], formulas: [.color(formula)],
    outputKeys: ["outputImage", "outputData", "outputImageMPS", "outputImageNonMPS"]
  ) { (inputs) throws(RenderError) in
    let image = inputs[image]
    let area = try AreaAverage.area(inputs[extent], of: image, filter: "CIAreaHistogram")
    let bins = try AreaHistogram.bins(inputs[count], filter: "CIAreaHistogram")
    let counts = Node(.histogram(area, bins: bins), [image])
    return counts.mapped(by: formula, inputs[scale] / Float(area.width * area.height))
  }

  /// How many bins a histogram has.
  static func bins(_ count: Int, filter: String) throws(RenderError) -> Int {
    guard (1...2048).contains(count) else {
      throw .invalidArgument("\(filter): inputCount is \(count); give a number of bins from 1 to 2048")
    }
    return count
  }

  /// All four components times `weight`: from hits to shares. Shader: Reduction/AreaHistogram.glsl
  package static let formula = ColorFormula("areaHistogram") { (color, weight: Float) in color * weight }
}
