/// CIColorMap: colours by a strip: red, green and blue are each looked up along a gradient image.
///
/// Formula: r′ = R(r), g′ = G(g), b′ = B(b), " read along the gradient image"
package enum ColorMap {
  static let gradientImage = Parameter<Node>("inputGradientImage", type: .gradient)

  static let filter = Filter(
    "CIColorMap", summary: "Maps each channel through a gradient strip image.", categories: .pointwise(.colorEffect),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, gradientImage], formulas: [.region(lookup)]
  ) { (inputs) throws(RenderError) in
    guard let strip = inputs[gradientImage].extent.rect?.pixels else {
      throw .invalidArgument(
        "CIColorMap: inputGradientImage is \(inputs[gradientImage].extent == .empty ? "empty" : "infinite"); give a "
          + "strip of pixels"
      )
    }
    let row = ((strip.min.y + strip.max.y) / 2).rounded(.down) + 0.5
    return Node.gathered(
      [inputs.image, inputs[gradientImage].mapped(by: ColorConversions.unpremultiply)], by: lookup,
      Float(strip.min.x), Float(strip.width), Float(row))
  }

  /// Each straight component c of input 0 becomes the same component of input 1 at `start` + c `width`, read between
  /// pixel centres of the row at `row`; the strip's ends repeat. Alpha is that of input 0. Shader:
  /// ColorEffect/ColorMap.glsl
  ///
  /// Source: Core Image's filter reference; that 0 and 1 are the strip's edges, as in all sampling, is our own choice.
  package static let lookup = RegionFormula(
    "colorMapLookup", inputs: 2,
    taps: { (_: Float, _: Float, _: Float) in 1 },
    region: { (input, output, start: Float, width: Float, row: Float) in
      input == 0 ? output : UserRect(x: Double(start), y: Double(row) - 0.5, width: Double(width), height: 1)
    },
    extent: { (inputs, _: Float, _: Float, _: Float) in inputs[0] },
    reference: { (read, at, start: Float, width: Float, row: Float) in
      let color = read(0, at)
      let straight = color.w > 0 ? color * (1 / color.w) : .zero
      func looked(_ component: Int) -> Float {
        let place = straight[component] * width - 0.5
        let low = place > 0 ? place : 0
        let inside = low < width - 1 ? low : width - 1
        let cell = inside.rounded(.down)
        let next = min(cell + 1, width - 1)
        let (a, b) = (
          read(1, [start + cell + 0.5, row])[component], read(1, [start + next + 0.5, row])[component]
        )
        return a + (b - a) * (inside - cell)
      }
      return SIMD4(looked(0) * color.w, looked(1) * color.w, looked(2) * color.w, color.w)
    })
}
