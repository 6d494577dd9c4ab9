/// CIAreaAverage: the mean colour of a rectangle, as one pixel.
///
/// Formula: c′ = {1}/{n} sum_{p ∈ R} c(p), n = |R|
///
/// Source: Core Image's filter reference; over the intersection of the rectangle and the image.
package enum AreaAverage {
  static let filter = Filter(
    "CIAreaAverage", summary: "Mean colour of a rectangle as one pixel.", categories: .extended(.reduction),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, .extent], formulas: [.region(strips)],
    keepsColorSpace: true
  ) { (inputs) throws(RenderError) in
    let area = try Self.area(inputs[.extent], of: inputs.image, filter: "CIAreaAverage")
    return mean(of: inputs.image, area)
  }

  /// Returns the mean over `area` along the axes: one pixel, or a row or column of pixels, with its lower left corner
  /// at the origin.
  static func mean(of image: Node, _ area: UserRect, along axes: [Axis] = [.vertical, .horizontal]) -> Node {
    guard var result = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) else {
      return .empty
    }
    // Reduces level by level, so that each pixel sums only one strip; columns first, which are faster to read. Both
    // axes of a level precede the next level, because the result of a level is small for any image size.
    var lengths = axes.map { Int($0 == .vertical ? area.height : area.width) }
    let weight = 1 / Float(lengths.reduce(1) { $0 * Double($1) })
    var levels: [Axis] = []
    while lengths.contains(where: { $0 > 1 }) {
      for index in axes.indices where lengths[index] > 1 {
        lengths[index] = (lengths[index] + stripLength - 1) / stripLength
        levels.append(axes[index])
      }
    }
    for (level, axis) in levels.enumerated() {
      result = result.gathered(by: strips, axis, Int32(stripLength), level == levels.count - 1 ? weight : 1)
    }
    return result
  }

  private static let stripLength = 64

  /// Returns the area of a reduction: the rectangle rounded out, intersected with the image.
  ///
  /// - Throws: `invalidArgument` if it is empty or infinite; `limit` if its coordinates are too large.
  static func area(_ rect: UserRect, of image: Node, filter: String) throws(RenderError) -> UserRect {
    // A rectangle narrower than the rounding to pixels is empty too.
    let requested = Extent(rect.isFinite ? rect.pixels : rect)
    if requested == .empty {
      throw .invalidArgument(
        "\(filter): inputExtent is empty; give the rectangle to reduce, for example the image's extent")
    }
    switch requested.intersection(image.extent) {
    case .finite(let part): return try part.wholePixels(of: "\(filter): the intersection of inputExtent and the image")
    case .empty:
      throw .invalidArgument(
        "\(filter): inputExtent \(rect) does not intersect the image, whose extent is \(image.extent)")
    case .infinite:
      throw .invalidArgument("\(filter): image and inputExtent are both infinite; give a finite rectangle")
    }
  }

  /// Pixel i along the axis is `weight` times the sum of the `length` pixels from i length on; premultiplied, linear
  /// light, in 32-bit floats. Shader: Reduction/AreaAverage.glsl
  package static let strips = RegionFormula(
    "areaAverageStrips", needsFloat: true, weights: .linear,
    taps: { (_: Axis, length: Int32, _: Float) in Double(length) },
    region: { (output, axis: Axis, length: Int32, _: Float) in output.scaled(along: axis, by: Double(length)) },
    extent: { (input, axis: Axis, length: Int32, _: Float) in input.scaled(along: axis, by: 1 / Double(length)).pixels
    },
    reference: { (read, at, axis: Axis, length: Int32, weight: Float) in
      let axis = axis.vector
      let along = at.x * axis.x + at.y * axis.y
      let first = at + axis * ((along - 0.5) * Float(length) + 0.5 - along)
      var sum = SIMD4<Float>.zero
      for step in stride(from: Float(0), to: Float(length), by: 1) { sum += read(0, first + axis * step) }
      return sum * weight
    })
}
