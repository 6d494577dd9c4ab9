import ImageColor

extension ColorConversions {
  /// Maps straight rgb of input 0 by a lattice that is stored in input 1, with tetrahedral interpolation. Values are
  /// limited to 0...1. Alpha is unchanged. `side` is the number of points along an edge of the lattice. `row` is the
  /// lowest row of the image that is read: 0 for the mapping to the connection space, `side` for the inverse.
  /// Shader: Color/ColorTable.glsl
  ///
  /// Source: J. Kasson, W. Plouffe, S. Nin, "A tetrahedral interpolation technique for color space conversion" (1993).
  package static let table = RegionFormula(
    "colorTable", inputs: 2,
    taps: { (_: Float, _: Float) in 1 },
    region: { input, output, side, _ in
      input == 0 ? output : UserRect(x: 0, y: 0, width: Double(side * side), height: 2 * Double(side))
    },
    extent: { inputs, _, _ in inputs[0] },
    reference: { read, at, side, row in
      let color = read(0, at)
      let scaled = SIMD3(color.x, color.y, color.z).limitedToUnit * (side - 1)
      var low = scaled.rounded(.down)
      low.replace(with: low - 1, where: low .> side - 2)
      let fraction = scaled - low
      let greatest = fraction.x >= fraction.y && fraction.x >= fraction.z ? 0 : fraction.y >= fraction.z ? 1 : 2
      let least = fraction.z <= fraction.x && fraction.z <= fraction.y ? 2 : fraction.y <= fraction.x ? 1 : 0
      let middle = 3 - greatest - least
      var (second, third) = (low, low + 1)
      second[greatest] += 1
      third[least] -= 1
      func point(_ p: SIMD3<Float>) -> SIMD4<Float> { read(1, [p.z * side + p.x + 0.5, row + p.y + 0.5]) }
      let (most, mean, few) = (fraction[greatest], fraction[middle], fraction[least])
      let sum =
        point(low) * (1 - most) + point(second) * (most - mean) + point(third) * (mean - few) + point(low + 1) * few
      return [sum.x, sum.y, sum.z, color.w]
    })
}

extension SIMD3 where Scalar == Float {
  /// The vector limited to 0...1. NaN becomes 0.
  fileprivate var limitedToUnit: Self {
    let low = SIMD3.zero.replacing(with: self, where: self .> 0)
    return low.replacing(with: SIMD3(repeating: 1), where: low .> 1)
  }
}

extension Source {
  /// Returns the lattice of a table as an image: decoding in the lower half, encoding in the upper half. Red varies
  /// fastest along a row, then blue; green varies from row to row upwards. The image is created once for each table.
  package static func image(of table: ColorTable) throws(RenderError) -> Source {
    try table.cachedImage { (samples) throws(RenderError) -> Source in
      let side = ColorTable.side
      let pixels = try PixelBuffer(width: side * side, height: 2 * side, format: .rgbaf)
      for (half, values) in [samples.decoding, samples.encoding].enumerated() {
        for (index, value) in values.enumerated() {
          let (red, green, blue) = (index % side, index / side % side, index / side / side)
          pixels.store(SIMD4(value, 1), x: blue * side + red, y: 2 * side - 1 - half * side - green)
        }
      }
      return Source(pixels, colorSpace: nil, alpha: .opaque, label: "colour table")
    }
  }
}
