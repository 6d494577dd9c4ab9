/// CIShadedMaterial: shades a height field with the image of a lit sphere.
///
/// Formula: c′ = S(n_x, n_y), n = {(-∇ h, 1)}/{|(-∇ h, 1)|}, h = scale · Y
package enum ShadedMaterial {
  static let scale = Parameter<Float>("inputScale", type: .distance, default: 10, min: 0, slider: 0.5...200)

  static let filter = Filter(
    "CIShadedMaterial", summary: "Shades a height field with a sphere-map image.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, .shadingImage, scale], formulas: [.region(shaded)],
    example: [
      "inputScale": 30, "inputImage": .image(.heights), "inputShadingImage": .image(.ramp(.white, .black, from: 0)),
    ]
  ) { (inputs) throws(RenderError) in
    guard let rect = inputs[.shadingImage].extent.rect?.pixels else {
      throw .invalidArgument(
        "CIShadedMaterial: inputShadingImage is \(inputs[.shadingImage].extent == .empty ? "empty" : "infinite"); give "
          + "the image of a shaded ball"
      )
    }
    guard inputs[scale].isFinite else { throw .invalidArgument("CIShadedMaterial: inputScale is not a finite number") }
    let center = (rect.min + rect.max) / 2
    // Half a pixel less, so that there are pixels to interpolate between at the border.
    let reach = rect.size / 2 - 0.5
    return Node.gathered(
      [inputs.image, inputs[.shadingImage]], by: shaded, inputs[scale], Luma.weights, SIMD2<Float>(center),
      SIMD2<Float>(reach))
  }

  /// The colour of input 1 at `center` + `reach` n, times the alpha of input 0. n is x and y of the normal of the
  /// surface whose height is `scale` times the luma of input 0. Slopes are the whole differences of the pixels to both
  /// sides, not half of them. Input 1 is interpolated. Premultiplied, linear light. Shader: Stylize/ShadedMaterial.glsl
  ///
  /// Source: P.-P. Sloan et al., "The lit sphere" (2001); slopes and the position in input 1 measured on Core Image.
  package static let shaded = RegionFormula(
    "shadedMaterial", inputs: 2,
    taps: { (_: Float, _: SIMD3<Float>, _: SIMD2<Float>, _: SIMD2<Float>) in 5 },
    region: { (input, output, _: Float, _: SIMD3<Float>, center: SIMD2<Float>, reach: SIMD2<Float>) in
      if input == 0 { return output.outset(by: 1) }
      return UserRect(SIMD2<Double>(center - reach) - 0.5, SIMD2<Double>(center + reach) + 0.5).outset(by: 1)
    },
    extent: { (inputs, _: Float, _: SIMD3<Float>, _: SIMD2<Float>, _: SIMD2<Float>) in inputs[0] },
    reference: { (read, at, scale: Float, luma: SIMD3<Float>, center: SIMD2<Float>, reach: SIMD2<Float>) in
      func height(_ x: Float, _ y: Float) -> Float {
        let color = read(0, at + [x, y])
        return color.x * luma.x + color.y * luma.y + color.z * luma.z
      }
      let slope = SIMD2(height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1)) * scale
      let normal = slope * (-1 / (slope.x * slope.x + slope.y * slope.y + 1).squareRoot())
      let position = center + reach * normal - 0.5
      let cell = SIMD2(position.x.rounded(.down), position.y.rounded(.down))
      let t = position - cell
      let corner = cell + 0.5
      let low = read(1, corner) + (read(1, corner + [1, 0]) - read(1, corner)) * t.x
      let high = read(1, corner + [0, 1]) + (read(1, corner + [1, 1]) - read(1, corner + [0, 1])) * t.x
      return (low + (high - low) * t.y) * read(0, at).w
    })
}
