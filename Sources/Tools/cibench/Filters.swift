import CoreImage
import FilterExamples
import Foundation
import ImageFilters

/// What one filter took.
struct FilterMeasurement: Codable {
  let name: String
  let category: String
  let device: String
  /// The image's sides in pixels.
  let side: Int
  /// Median of the warm renders for a pixel of the image, until the pixels can be read.
  let nanosecondsPerPixel: Double
  /// Against copying the same bytes in the same run.
  let copies: Double
  let dispatches: Int
  /// Against the median of the filter's category.
  var againstCategory = 1.0
  /// Above this a filter is an outlier of its category.
  static let outlier = 10.0
}

/// Every filter of the catalogue at work on one size of image, with the values that the gallery shows.
///
/// Times are those of the whole render: the image's bytes in, the result's bytes out.
/// - Parameter progress: gets the name of each filter before it is measured.
func measureFilters(
  matching names: [String], on harness: Harness, progress: (String) -> Void
) throws -> [FilterMeasurement] {
  let side = harness.width
  let second = harness.image.applyingFilter("CIColorInvert")
  var results: [FilterMeasurement] = []
  for filter in Catalogue.all where names.isEmpty || names.contains(where: filter.name.contains) {
    let example = FilterExample(filter, image: harness.image, second: second, side: Double(side))
    guard let image = example.image(example.shown) else {
      print("\(filter.name): left out: it gives no image for these inputs")
      continue
    }
    // A reduction is a few pixels, a barcode too: what is rendered is the result's part over the image.
    let frame = CGRect(x: 0, y: 0, width: side, height: side)
    let part = image.extent.isInfinite ? frame : image.extent.intersection(frame).integral
    guard !part.isEmpty, part.width >= 1, part.height >= 1 else {
      print("\(filter.name): left out: its result lies beside the image")
      continue
    }
    progress(filter.name)
    let result = try harness.measure(Benchmark(filter.name, region: { _ in part }) { _ in image }, isBrief: true)
    results.append(
      FilterMeasurement(
        name: filter.name, category: CIFilter.localizedName(forCategory: filter.category.rawValue),
        device: result.device, side: side, nanosecondsPerPixel: result.wall * 1e6 / Double(side * side),
        copies: result.copies, dispatches: result.dispatches))
  }
  let medians = Dictionary(grouping: results, by: \.category).mapValues {
    median($0.map(\.nanosecondsPerPixel)).median
  }
  for index in results.indices {
    results[index].againstCategory = results[index].nanosecondsPerPixel / (medians[results[index].category] ?? 1)
  }
  return results
}

/// Prints filters by category, the slowest first, and marks those that take more than ten times their category's
/// median.
func printFilters(_ results: [FilterMeasurement]) {
  let groups = Dictionary(grouping: results, by: \.category)
  print("filter                                   ns/pixel     copies  × category  dispatches")
  for (category, members) in groups.sorted(by: { $0.key < $1.key }) {
    print(category)
    for one in members.sorted(by: { $0.nanosecondsPerPixel > $1.nanosecondsPerPixel }) {
      let numbers = String(
        format: "%10.2f %10.1f %11.1f %11d", one.nanosecondsPerPixel, one.copies, one.againstCategory, one.dispatches)
      let mark = one.againstCategory > FilterMeasurement.outlier ? "   outlier" : ""
      print("  " + one.name.padding(toLength: 37, withPad: " ", startingAt: 0) + numbers + mark)
    }
  }
  let outliers = results.filter { $0.againstCategory > FilterMeasurement.outlier }.map(\.name)
  print("\(results.count) filters; outliers: \(outliers.isEmpty ? "none" : outliers.joined(separator: ", "))")
}
