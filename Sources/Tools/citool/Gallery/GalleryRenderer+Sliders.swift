import CoreImage
import FilterExamples
import Foundation
import ImageFilters

extension GalleryRenderer {
  /// The number of images along a slider.
  static let imageCount = 9

  /// Writes an image for each slider: the results at equal steps, from left to right in squares of equal size.
  func strips(
    of filter: Filter, _ example: FilterExample, _ values: [String: Double], into folder: URL
  ) throws -> [SliderStrip] {
    try filter.parameters.filter { $0.className == "NSNumber" }.compactMap { parameter in
      guard let slider = parameter.slider, slider.upperBound < 1e6, slider.upperBound > slider.lowerBound else {
        return nil
      }
      let steps = (0..<Self.imageCount).map { step in
        slider.lowerBound + (slider.upperBound - slider.lowerBound) * Double(step) / Double(Self.imageCount - 1)
      }
      let images = steps.map { step in
        example.image(values.merging([parameter.key: step]) { $1 }).flatMap { shown($0, cropping: filter, small: true) }
      }
      guard images.contains(where: { $0 != nil }),
        let file = try file(Self.strip(of: images), "\(filter.name)-\(parameter.key)", folder)
      else { return nil }
      let now = values[parameter.key] ?? parameter.defaultValue?.number ?? slider.lowerBound
      let nearest = steps.indices.min { abs(steps[$0] - now) < abs(steps[$1] - now) } ?? 0
      return SliderStrip(parameter: parameter, file: file, values: steps, shown: nearest)
    }
  }

  /// Returns a row of squares with an image in the centre of each, on light grey.
  private static func strip(of images: [CIImage?]) -> CIImage {
    let side = smallSide
    let bounds = CGRect(x: 0, y: 0, width: side * Double(images.count), height: side)
    let background = CIImage(color: CIColor(red: 0.94, green: 0.94, blue: 0.94)).cropped(to: bounds)
    return images.enumerated().reduce(background) { result, next in
      guard let image = next.element else { return result }
      let square = CGRect(x: side * Double(next.offset), y: 0, width: side, height: side)
      let extent = image.extent
      let move = CGAffineTransform(
        translationX: (square.midX - extent.midX).rounded(), y: (square.midY - extent.midY).rounded())
      return image.transformed(by: move).cropped(to: square).composited(over: result)
    }
  }
}

extension InputValue {
  /// The number, nil for other values.
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}
