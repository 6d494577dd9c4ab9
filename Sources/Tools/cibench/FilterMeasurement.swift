import CoreImage
import FilterExamples
import Foundation
import ImageFilters

/// The measurement of a filter.
struct FilterMeasurement: Codable {
  let name: String
  let category: String
  let device: String
  /// The sides of the image, in pixels.
  let side: Int
  /// The median of the warm renders, until the pixels can be read, for each pixel of the image.
  let nanosecondsPerPixel: Double
  /// That time, divided by the time to copy the same bytes in the same run.
  let copies: Double
  let dispatches: Int
  /// That time, divided by the median of the filter's category.
  var againstCategory = 1.0
  /// The value of `againstCategory` above which a filter is an outlier.
  static let outlier = 10.0
}

/// Measures every filter of the catalogue, or those whose names contain one of `names`, with the values of the gallery.
///
/// The times include the bytes of the input and of the result.
///
/// - Parameter progress: receives the name of each filter before its measurement.
func measureFilters(
  matching names: [String], on harness: Harness, progress: (String) -> Void
) throws -> [FilterMeasurement] {
  let side = harness.width
  let second = harness.image.applyingFilter("CIColorInvert")
  var results: [FilterMeasurement] = []
  for filter in Catalogue.all where names.isEmpty || names.contains(where: filter.name.contains) {
    let example = FilterExample(filter, image: harness.image, second: second, side: Double(side))
    guard let image = example.image(example.demonstrationValues) else {
      print("\(filter.name): omitted: no image for these inputs")
      continue
    }
    // The extent of a reduction or barcode is small: only the part of the result within the image is rendered.
    let frame = CGRect(x: 0, y: 0, width: side, height: side)
    let region = image.extent.isInfinite ? frame : image.extent.intersection(frame).integral
    guard !region.isEmpty, region.width >= 1, region.height >= 1 else {
      print("\(filter.name): omitted: the result is outside of the image")
      continue
    }
    progress(filter.name)
    let result = try harness.measure(Benchmark(filter.name, region: { _ in region }) { _ in image }, isBrief: true)
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

/// Prints filters by category, the slowest first, and marks those above ten times the median of their category.
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
