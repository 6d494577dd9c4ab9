/// CIColorMap: maps luma to colours along a gradient image.
///
/// Formula: rgb′ = G(Y), " read along the gradient image"
package enum ColorMap {
  static let gradientImage = Parameter<Node>("inputGradientImage", type: .gradient)

  static let filter = Filter(
    "CIColorMap", summary: "Maps the luma through a gradient strip image.", categories: .pointwise(.colorEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, gradientImage], formulas: [.region(lookup)]
  ) { (inputs) throws(RenderError) in
    guard let strip = inputs[gradientImage].extent.rect?.pixels else {
      throw .invalidArgument(
        "CIColorMap: inputGradientImage is \(inputs[gradientImage].extent == .empty ? "empty" : "infinite"); give a "
          + "strip of pixels"
      )
    }
    return Node.gathered(
      [inputs.image, inputs[gradientImage].mapped(by: ColorConversions.unpremultiply)], by: lookup,
      Float(strip.min.x), Float(strip.width), Float(strip.min.y) + 0.5, Luma.weights)
  }

  /// Replaces a straight colour of input 0 with the luma Y by the colour of input 1 at `start` + Y `width`,
  /// interpolated between pixel centres of the row at `row`, the lowest one. The strip's ends repeat. Alpha is that of
  /// input 0. Linear light.
  /// Shader: ColorEffect/ColorMap.glsl
  ///
  /// Source: measured on Core Image: all pixels within 5/255, 0.25 in the mean.
  package static let lookup = RegionFormula(
    "colorMapLookup", inputs: 2,
    taps: { (_: Float, _: Float, _: Float, _: SIMD3<Float>) in 1 },
    region: { (input, output, start: Float, width: Float, row: Float, _: SIMD3<Float>) in
      input == 0 ? output : UserRect(x: Double(start), y: Double(row) - 0.5, width: Double(width), height: 1)
    },
    extent: { (inputs, _: Float, _: Float, _: Float, _: SIMD3<Float>) in inputs[0] },
    reference: { (read, at, start: Float, width: Float, row: Float, luma: SIMD3<Float>) in
      let color = read(0, at)
      let inverseAlpha = color.w > 0 ? 1 / color.w : 0
      let position = (color.x * luma.x + color.y * luma.y + color.z * luma.z) * inverseAlpha * width - 0.5
      let low = position > 0 ? position : 0
      let inside = low < width - 1 ? low : width - 1
      let cell = inside.rounded(.down)
      let (first, second) = (
        read(1, [start + cell + 0.5, row]), read(1, [start + min(cell + 1, width - 1) + 0.5, row])
      )
      let found = (first + (second - first) * (inside - cell)) * color.w
      return SIMD4(found.x, found.y, found.z, color.w)
    })
}
