import CoreImage
import Foundation
import ImagePasses

/// A recipe to measure. Its name is family/case.
struct Benchmark: Sendable {
  let name: String
  /// Changes the cost rules of the device for this case. Nil: the usual rules.
  let rules: (@Sendable (inout CostRules) -> Void)?
  /// Creates the recipe from the image and a second image, which is half transparent.
  let recipe: @Sendable (_ image: CIImage, _ top: CIImage) throws -> CIImage
  /// Whether the recipe computes in linear light. False: it computes with the stored values.
  let isManaged: Bool
  /// The format of the input pixels.
  let format: CIFormat
  /// The format of the output pixels.
  let output: CIFormat
  /// Returns the region to render for the extent of the image. Nil: the extent.
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

/// The measurement of a benchmark. Times are in milliseconds.
struct Measurement: Codable {
  var name: String
  var device: String
  var width: Int
  var height: Int
  /// The time of the first render of this recipe in the process, with stitching, pipeline creation and upload.
  var first: Double
  /// The median of the warm renders, until the pixels can be read.
  var wall: Double
  /// Half the interquartile range, in percent of the median.
  var spread: Double
  /// The median time of a warm render by the clock of the device.
  var deviceTime: Double
  /// The median CPU time of a warm render, of all threads together. Other processes hardly affect it.
  var processor: Double
  /// `wall` divided by the time to copy the same bytes in the same run.
  var copies: Double
  var dispatches: Int
  var pixelsProcessed: Int
  var runs: Int

  var gigapixels: Double { Double(width * height) / wall / 1e6 }
}

/// Returns the median of some numbers, and half their interquartile range.
func median(_ values: [Double]) -> (median: Double, spread: Double) {
  let sorted = values.sorted()
  func quantile(_ fraction: Double) -> Double { sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))] }
  return (quantile(0.5), (quantile(0.75) - quantile(0.25)) / 2)
}
