import CoreImage
import Foundation
import ImagePasses

/// One recipe to measure. Named family/case.
struct Benchmark: Sendable {
  let name: String
  /// Changes the device's rules for this case; nil: it is planned as every render is.
  let rules: (@Sendable (inout CostRules) -> Void)?
  /// Made of the image, and of a second one that is half clear.
  let recipe: @Sendable (_ image: CIImage, _ top: CIImage) throws -> CIImage
  /// Colours are decoded to linear light for the work and encoded after it; else stored values are computed with.
  let isManaged: Bool
  /// Of the pixels that come in.
  let format: CIFormat
  /// Of those that go out.
  let output: CIFormat
  /// The part to render, given the image's extent; nil: all of the result that lies over the image.
  let region: (@Sendable (CGRect) -> CGRect)?

  init(
    _ name: String, format: CIFormat = .RGBX8, output: CIFormat? = nil,
    rules: (@Sendable (inout CostRules) -> Void)? = nil,
    region: (@Sendable (CGRect) -> CGRect)? = nil, isManaged: Bool = true,
    _ recipe: @escaping @Sendable (CIImage) throws -> CIImage
  ) {
    self.init(
      name, format: format, output: output, rules: rules, region: region, isManaged: isManaged,
      ofTwo: { image, _ in
        try recipe(image)
      })
  }

  init(
    _ name: String, format: CIFormat = .RGBX8, output: CIFormat? = nil,
    rules: (@Sendable (inout CostRules) -> Void)? = nil,
    region: (@Sendable (CGRect) -> CGRect)? = nil, isManaged: Bool = true,
    ofTwo recipe: @escaping @Sendable (CIImage, CIImage) throws -> CIImage
  ) {
    (self.name, self.format, self.rules, self.region) = (name, format, rules, region)
    (self.isManaged, self.recipe) = (isManaged, recipe)
    self.output = output ?? (format == .RGBX8 ? .RGBA8 : format)
  }
}

/// What one benchmark took. Times are milliseconds.
struct Measurement: Codable {
  var name: String
  var device: String
  var width: Int
  var height: Int
  /// The first render of this recipe in the process: stitching, pipelines and upload included.
  var first: Double
  /// Median of the warm renders, until the pixels can be read.
  var wall: Double
  /// Half the distance between the quartiles, in percent of the median.
  var spread: Double
  /// The device's own time of a warm render, median.
  var deviceTime: Double
  /// Processor time of a warm render, all threads together, median: what a busy machine does not spoil.
  var processor: Double
  /// `wall` divided by what copying the same bytes took in the same run.
  var copies: Double
  var dispatches: Int
  var pixelsProcessed: Int
  var runs: Int

  var gigapixels: Double { Double(width * height) / wall / 1e6 }
}

/// The middle of some numbers, and half the distance between the quartiles.
func median(_ values: [Double]) -> (median: Double, spread: Double) {
  let sorted = values.sorted()
  func at(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))] }
  return (at(0.5), (at(0.75) - at(0.25)) / 2)
}
