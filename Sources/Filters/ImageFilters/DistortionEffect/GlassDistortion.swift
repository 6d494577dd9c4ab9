/// CIGlassDistortion: renders the image behind glass whose thickness is the luma of a texture.
///
/// Formula: source(p) = p + scale ∇Y(p), Y : " the luma of the texture"
package enum GlassDistortion {
  static let textureImage = Parameter<Node>("inputTexture", property: "textureImage", type: .image)
  static let scale = Parameter<Float>(
    "inputScale", type: .distance, default: 200, min: 0, slider: 0.01...500, identity: 0)

  static let filter = Filter(
    "CIGlassDistortion", summary: "Refracts the image through a bumpy texture.",
    categories: .extended(.distortionEffect), since: "macOS 10.4 / iOS 8 / tvOS 8",
    parameters: [.inputImage, textureImage, .center, scale], formulas: [.region(formula)],
    example: ["inputScale": 60, "inputTexture": .image(.blurredSecond(1.0 / 75))], neutral: [scale]
  ) { inputs in
    let (image, texture, center, scale) = (inputs.image, inputs[textureImage], inputs[.center], inputs[scale])
    guard center.x.isFinite, center.y.isFinite else { return image }
    // An infinite texture is not repeated.
    let cell = texture.extent.rect?.pixels ?? UserRect([-1e9, -1e9], [1e9, 1e9])
    let shift = texture.extent.rect == nil ? .zero : (center - cell.center).rounded(.down)
    return Node.gathered(
      [image, texture], by: formula, scale, SIMD2<Float>(shift), SIMD2<Float>(cell.min), SIMD2<Float>(cell.size),
      Luma.weights)
  }

  /// Pixels come from an offset of `scale` times the slope of the texture: half the difference in luma of the
  /// neighbours on both sides, limited to -1/2...1/2. The texture's cell at `origin` with `size` is moved by `shift`
  /// and repeated without end. Linear light; the extent is unchanged. Shader: DistortionEffect/GlassDistortion.glsl
  ///
  /// Source: our own: refraction in thin glass is proportional to its slope; Core Image's is not public.
  package static let formula = RegionFormula(
    "glass", inputs: 2, movesPixels: true,
    taps: { (_: Float, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD3<Float>) in 4 },
    region: {
      (input, output, scale: Float, shift: SIMD2<Float>, origin: SIMD2<Float>, size: SIMD2<Float>, _: SIMD3<Float>) in
      if input == 0 { return output.outset(by: Double(abs(scale)) / 2 + 1) }
      let cell = UserRect(SIMD2<Double>(origin), SIMD2<Double>(origin) + SIMD2<Double>(size))
      let near = output.offset(by: -SIMD2<Double>(shift)).outset(by: 1)
      return cell.contains(near) ? near : cell
    },
    extent: { (inputs, _: Float, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD3<Float>) in inputs[0] },
    reference: {
      (read, at, scale: Float, shift: SIMD2<Float>, origin: SIMD2<Float>, size: SIMD2<Float>, luma: SIMD3<Float>) in
      func height(_ x: Float, _ y: Float) -> Float {
        let position = at - shift + SIMD2(x, y)
        let color = read(1, position - ((position - origin) / size).rounded(.down) * size)
        return color.x * luma.x + color.y * luma.y + color.z * luma.z
      }
      let slope = SIMD2(height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1)) * 0.5
      let limited = slope.clamped(lowerBound: SIMD2(repeating: -0.5), upperBound: SIMD2(repeating: 0.5))
      return RegionFormula.bilinear(read, 0, at + limited * scale)
    })
}
