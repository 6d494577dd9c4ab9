import ImageGraph

/// CIAreaAverage: the mean colour of a rectangle, as one pixel.
package enum AreaAverage {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extent = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0))

  static let filter = Filter(
    "CIAreaAverage", displayName: "Area Average", summary: "Mean colour of a rectangle as one pixel.",
    categories: [.builtIn, .highDynamicRange, .reduction, .stillImage, .video], since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [image, extent], formulas: [.region(blocks)]
  ) { (inputs) throws(RenderError) in
    let image = inputs[image]
    let area = try Self.area(inputs[extent], of: image, filter: "CIAreaAverage")
    guard var result = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) else {
      return .empty
    }
    // Level by level, so that no pixel of the device adds up more than one block.
    var (width, height) = (Int(area.width), Int(area.height))
    repeat {
      width = (width + blockSize - 1) / blockSize
      height = (height + blockSize - 1) / blockSize
      let weight = width * height == 1 ? 1 / Float(area.width * area.height) : 1
      result = result.gathered(by: blocks, Int32(blockSize), weight)
    } while width * height > 1
    return result
  }

  private static let blockSize = 16

  /// The pixels that a reduction looks at: the rectangle rounded out, and the part of it that the image has.
  ///
  /// - Throws: `invalidArgument` when there are none, or endlessly many.
  static func area(_ rect: UserRect, of image: Node, filter: String) throws(RenderError) -> UserRect {
    let wanted = Extent(rect)
    if wanted == .empty {
      throw .invalidArgument(
        "\(filter): inputExtent has no inside; give the rectangle to look at, for example the image's extent")
    }
    switch wanted.intersection(image.extent) {
    case .finite(let part): return part.pixels
    case .empty:
      throw .invalidArgument(
        "\(filter): inputExtent \(rect) has nothing in common with the image, whose extent is \(image.extent)")
    case .infinite:
      throw .invalidArgument("\(filter): image and inputExtent are both infinite; give a finite rectangle")
    }
  }

  /// Pixel (i, j) is `weight` times the sum of the block of size x size pixels that begins at (i, j) size; premultiplied,
  /// linear light, in full floats. Shader: Reduction/AreaAverage.glsl
  package static let blocks = RegionFormula(
    "areaAverageBlocks", needsFloat: true,
    taps: { (size: Int32, _: Float) in Double(size * size) },
    region: { (output, size: Int32, _: Float) in UserRect(output.min * Double(size), output.max * Double(size)) },
    extent: { (input, size: Int32, _: Float) in UserRect(input.min / Double(size), input.max / Double(size)).pixels },
    reference: { (read, at, size: Int32, weight: Float) in
      let corner = (at - 0.5) * Float(size) + 0.5
      var sum = SIMD4<Float>.zero
      for y in stride(from: Float(0), to: Float(size), by: 1) {
        for x in stride(from: Float(0), to: Float(size), by: 1) { sum += read(0, corner + [x, y]) }
      }
      return sum * weight
    })
}
