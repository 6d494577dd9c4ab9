/// CIAreaAverage: the mean colour of a rectangle, as one pixel.
///
/// Formula: c′ = {1}/{n} sum_{p ∈ R} c(p), n = |R|
///
/// Source: Core Image's filter reference; of what the rectangle and the image have in common.
package enum AreaAverage {
  static let filter = Filter(
    "CIAreaAverage", summary: "Mean colour of a rectangle as one pixel.", categories: .extended(.reduction),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, .extent], formulas: [.region(strips)],
    keepsColorSpace: true
  ) { (inputs) throws(RenderError) in
    let area = try Self.area(inputs[.extent], of: inputs.image, filter: "CIAreaAverage")
    return mean(of: inputs.image, area)
  }

  /// The mean over `area` along the axes: one pixel, or a row or column of them; its lower left corner is the origin.
  static func mean(of image: Node, _ area: UserRect, along axes: [Axis] = [.vertical, .horizontal]) -> Node {
    guard var result = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) else {
      return .empty
    }
    // Level by level, so that no pixel of the device adds up more than one strip; columns first, which are faster to
    // read. Both axes of a level before the next one: what a level leaves of an image of any size is small.
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

  /// The pixels that a reduction looks at: the rectangle rounded out, and the part of it that the image has.
  ///
  /// - Throws: `invalidArgument` when there are none, or endlessly many; `limit` when they lie too far away.
  static func area(_ rect: UserRect, of image: Node, filter: String) throws(RenderError) -> UserRect {
    // A sliver thinner than the rounding to pixels has no inside either.
    let wanted = Extent(rect.isFinite ? rect.pixels : rect)
    if wanted == .empty {
      throw .invalidArgument(
        "\(filter): inputExtent has no inside; give the rectangle to look at, for example the image's extent")
    }
    switch wanted.intersection(image.extent) {
    case .finite(let part): return try part.wholePixels(of: "\(filter): what inputExtent and the image have in common")
    case .empty:
      throw .invalidArgument(
        "\(filter): inputExtent \(rect) has nothing in common with the image, whose extent is \(image.extent)")
    case .infinite:
      throw .invalidArgument("\(filter): image and inputExtent are both infinite; give a finite rectangle")
    }
  }

  /// Along the axis pixel i is `weight` times the sum of the `length` pixels that begin at i length; premultiplied,
  /// linear light, in full floats. Shader: Reduction/AreaAverage.glsl
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
