import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

/// The position and size of the greatest difference of two images.
package struct Difference: CustomStringConvertible {
  package var pixelsOut = 0
  package var pixelCount = 0
  package var worst: (x: Int, y: Int, expected: SIMD4<Float>, actual: SIMD4<Float>, off: Float)?

  package init(_ expected: FloatImage, _ actual: FloatImage, within tolerance: Tolerance) {
    pixelCount = expected.pixels.count
    for index in 0..<min(expected.pixels.count, actual.pixels.count) {
      let (a, b) = (expected.pixels[index], actual.pixels[index])
      var isOut = false
      var off: Float = 0
      for component in 0..<4 where !tolerance.allows(a[component], b[component]) {
        isOut = true
        let distance = abs(a[component] - b[component])
        off = max(off, distance.isNaN ? .infinity : distance)
      }
      guard isOut else { continue }
      pixelsOut += 1
      if off > worst?.off ?? 0 { worst = (index % expected.width, index / expected.width, a, b, off) }
    }
  }

  package var description: String {
    guard let worst else { return "equal" }
    return "\(pixelsOut) of \(pixelCount) pixels out, worst at (\(worst.x), \(worst.y)) from the top left\n"
      + "  expected \(worst.expected)   got \(worst.actual)   off \(worst.off)"
  }
}

/// Fails when more than the allowed strays of the images' pixels differ.
package func expect(
  _ actual: FloatImage, equals expected: FloatImage, within tolerance: Tolerance, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual.width == expected.width, actual.height == expected.height else {
    Issue.record(
      "\(what): \(actual.width)x\(actual.height) pixels, expected \(expected.width)x\(expected.height)",
      sourceLocation: sourceLocation)
    return
  }
  let difference = Difference(expected, actual, within: tolerance)
  if difference.pixelsOut > tolerance.strays {
    Issue.record("\(what): \(difference), allowed \(tolerance)", sourceLocation: sourceLocation)
  }
}

/// The largest difference of a component.
package func distance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
  (0..<4).map { abs(a[$0] - b[$0]) }.max()!
}

extension FloatImage {
  /// The pixels of `part`, which must lie inside.
  package func cropped(to part: UserRect) throws -> FloatImage {
    let result = try FloatImage(part)
    let (dx, dy) = (Int(part.min.x - region.min.x), Int(region.max.y - part.max.y))
    for y in 0..<result.height {
      for x in 0..<result.width { result.pixels[y * result.width + x] = pixels[(y + dy) * width + x + dx] }
    }
    return result
  }
}
