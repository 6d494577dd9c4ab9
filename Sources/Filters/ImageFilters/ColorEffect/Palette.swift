/// Palettes: images of one row, a pixel for each colour. Their red, green and blue are the colour independently of
/// alpha, which may hold a weight, as in CIKMeans.
package enum Palette {
  /// The allowed number of colours of a palette.
  static let counts = 1...1024

  /// Returns the colours of the image's lowest row, from x = 0 on, and their number.
  ///
  /// - Parameter perceptual: whether colours are compared as sRGB-encoded values instead of linear ones.
  /// - Throws: `invalidArgument` for images that are empty, infinite, or have more than 1024 colours.
  static func row(
    of image: Node, key: String, filter: String, perceptual: Bool
  ) throws(RenderError) -> (node: Node, count: Int) {
    guard let extent = image.extent.rect else {
      throw .invalidArgument(
        "\(filter): \(key) is \(image.extent == .empty ? "empty" : "infinite"); give a row of pixels, one for each "
          + "colour"
      )
    }
    let rect = try extent.wholePixels(of: "\(filter): \(key)")
    guard rect.width <= Double(counts.upperBound) else {
      throw .invalidArgument(
        "\(filter): \(key) is \(short(rect.width)) pixels wide; a palette has \(counts.upperBound) colours at most")
    }
    let count = Int(rect.width)
    let row = image.mapped(by: ColorConversions.opaque)
      .cropped(to: UserRect(x: rect.min.x, y: rect.min.y, width: rect.width, height: 1))
      .transformed(by: .translation(-rect.min.x, -rect.min.y))
    let compared = perceptual ? (row ?? .empty).mapped(by: ColorConversions.sRGBFromLinear) : row ?? .empty
    // Stored as 32-bit floats: the nearest colour may depend on the last digit.
    return (compared.gathered(by: Clusters.grid, Float(1), SIMD2<Float>(Float(count), 1)), count)
  }

  /// Returns the image in the space in which colours are compared: unchanged, or sRGB-encoded.
  static func compared(_ image: Node, perceptual: Bool) -> Node {
    guard perceptual else { return image }
    return image.mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.sRGBFromLinear)
      .mapped(by: ColorConversions.premultiply)
  }

  /// The index, as red, of the colour of input 1, a palette of `count`, that is nearest to the straight colour of input
  /// 0. Of several at the same distance within rounding, the first. Shader: ColorEffect/Palette.glsl
  package static let nearestIndex = RegionFormula(
    "nearestIndex", inputs: 2,
    taps: { (count: Int32) in Double(count) },
    region: { (input, output, count: Int32) in
      input == 0 ? output : UserRect(x: 0, y: 0, width: Double(count), height: 1)
    },
    extent: { (inputs, _: Int32) in inputs[0] },
    reference: { (read, at, count: Int32) in [nearest(read, at, count).index, 0, 0, 1] })

  /// The nearest colour of the palette, times the alpha of input 0. Shader: ColorEffect/Palette.glsl
  package static let nearestColor = RegionFormula(
    "nearestColor", inputs: 2,
    taps: { (count: Int32) in Double(count) },
    region: { (input, output, count: Int32) in
      input == 0 ? output : UserRect(x: 0, y: 0, width: Double(count), height: 1)
    },
    extent: { (inputs, _: Int32) in inputs[0] },
    reference: { (read, at, count: Int32) in
      let found = nearest(read, at, count)
      return SIMD4(found.color.x, found.color.y, found.color.z, 1) * read(0, at).w
    })

  private static func nearest(
    _ read: RegionFormula.Read, _ at: SIMD2<Float>, _ count: Int32
  ) -> (index: Float, color: SIMD4<Float>) {
    let color = read(0, at)
    let straight = color.w > 0 ? color * (1 / color.w) : .zero
    var (index, best) = (Float(0), read(1, [0.5, 0.5]))
    var least = distance(straight, best)
    for number in stride(from: Float(1), to: Float(count), by: 1) {
      let other = read(1, [number + 0.5, 0.5])
      let far = distance(straight, other)
      if far < least * nearly { (index, best, least) = (number, other, far) }
    }
    return (index, best)
  }

  /// The relative factor by which a distance must be smaller to count as smaller. Colours of 8 bits often have the same
  /// distance to two palette colours within rounding; the first one then wins, independently of the rounding of the
  /// engine. Twin: Shared/Nearest.glsl
  static let nearly: Float = 1 - 0x1p-13

  /// Returns the squared distance of two colours.
  static func distance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let offset = a - b
    return offset.x * offset.x + offset.y * offset.y + offset.z * offset.z
  }
}
