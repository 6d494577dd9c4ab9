import CoreImage
import FilterExamples
import Foundation
import ImageFilters

/// The difference between a device and the reference for a filter.
///
/// An error is the distance of two components, divided by the reference's component if that is above 1. If only one of
/// the two is NaN or infinite, the error is infinite.
struct FilterAgreement: Codable {
  let name: String
  /// The largest error, with float intermediates.
  let worst: Double
  /// The fraction of components whose error is more than 1/255, with float intermediates.
  let visible: Double
  /// The largest error with half intermediates, the default of contexts.
  let worstInHalves: Double
}

/// Renders every filter of the catalogue, or those whose names contain one of `names`, on a device and on the CPU
/// reference, with the values of the gallery. Prints the largest differences as Markdown.
///
/// - Parameter options: the options of the device's context.
func measureAgreement(
  matching names: [String], _ options: [CIContextOption: Any], side: Int
) throws -> [FilterAgreement] {
  let floats = try CIContext(checked: options.merging([.workingFormat: CIFormat.RGBAf]) { $1 })
  let halves = try CIContext(checked: options.merging([.workingFormat: CIFormat.RGBAh]) { $1 })
  let reference = try CIContext(checked: [.backend: "reference", .workingFormat: CIFormat.RGBAf])
  // A linear source, so that the errors are those of the filter, not of the transfer function of the source.
  let source = Harness.image(side, side, in: CGColorSpace(name: CGColorSpace.linearSRGB)!)
  let second = source.applyingFilter("CIColorInvert")
  var results: [FilterAgreement] = []
  for filter in Catalogue.all where names.isEmpty || names.contains(where: filter.name.contains) {
    let example = FilterExample(filter, image: source, second: second, side: Double(side))
    let frame = CGRect(x: 0, y: 0, width: side, height: side)
    guard let image = example.image(example.demonstrationValues) else {
      print("\(filter.name): omitted: no image for these inputs\n")
      continue
    }
    let region = image.extent.isInfinite ? frame : image.extent.intersection(frame).integral
    guard !region.isEmpty else {
      print("\(filter.name): omitted: the result is outside of the image\n")
      continue
    }
    let expected = try floatPixels(of: image, region, by: reference)
    let errors = zip(try floatPixels(of: image, region, by: floats), expected).map { error($0, $1) }
    let errorsInHalves = zip(try floatPixels(of: image, region, by: halves), expected).map { error($0, $1) }
    results.append(
      FilterAgreement(
        name: filter.name, worst: errors.max() ?? 0,
        visible: Double(errors.count { $0 > 1 / 255 }) / Double(max(errors.count, 1)),
        worstInHalves: errorsInHalves.max() ?? 0))
  }
  printAgreement(results, device: floats.deviceName, side: side)
  return results
}

private func floatPixels(of image: CIImage, _ region: CGRect, by context: CIContext) throws -> [Float] {
  var pixels = [Float](repeating: 0, count: Int(region.width) * Int(region.height) * 4)
  try context.render(
    checked: image, toBitmap: &pixels, rowBytes: Int(region.width) * 16, bounds: region, format: .RGBAf,
    colorSpace: nil)
  return pixels
}

private func error(_ actual: Float, _ expected: Float) -> Double {
  if actual == expected || actual.isNaN && expected.isNaN { return 0 }
  let distance = abs(Double(actual) - Double(expected)) / max(1, abs(Double(expected)))
  return distance.isFinite ? distance : .infinity
}

private func printAgreement(_ results: [FilterAgreement], device: String, side: Int) {
  func within(_ limit: Double, _ error: (FilterAgreement) -> Double) -> Int { results.count { error($0) <= limit } }
  print("\(device), \(side)x\(side): \(results.count) filters.\n")
  print("| largest error | float intermediates | half intermediates, the default |")
  print("| --- | ---: | ---: |")
  for (name, limit) in [("at most 0.00001", 1e-5), ("at most 0.0001", 1e-4), ("at most 1/255", 1.0 / 255)] {
    print("| \(name) | \(within(limit, \.worst)) | \(within(limit, \.worstInHalves)) |")
  }
  print("\nThe ten largest errors, with float intermediates:\n")
  print("| filter | largest error | components with errors above 1/255 | largest error in halves |")
  print("| --- | ---: | ---: | ---: |")
  for one in results.sorted(by: { $0.worst > $1.worst }).prefix(10) {
    print(
      String(
        format: "| %@ | %.2g | %.3f %% | %.2g |", one.name, one.worst, one.visible * 100, one.worstInHalves))
  }
}
