/// CINoiseReduction: blurs small changes of brightness and sharpens large ones.
///
/// Formula: c′ = b + (1 + sharpness) t (c - b)
/// Formula: b = G * c, t = clamp({|Y(c - b)|}/{level} - 1, 0, 1)
package enum NoiseReduction {
  static let noiseLevel = Parameter<Float>("inputNoiseLevel", default: 0.02, min: 0, slider: 0...0.1, identity: 0)
  static let sharpness = Parameter<Float>("inputSharpness", default: 0.4, min: 0, slider: 0...2, identity: 0)

  static let filter = Filter(
    "CINoiseReduction", summary: "Blurs small luminance changes, sharpens large ones.", categories: .extended(.blur),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, noiseLevel, sharpness], formulas: [.region(formula)]
  ) { inputs in
    let (level, sharpness) = (max(inputs[noiseLevel], 0), inputs[sharpness])
    guard level > 0 || sharpness != 0 else { return inputs.image }
    return reduced(inputs.image, level: level, sharpness: sharpness)
  }

  static func reduced(_ image: Node, level: Float, sharpness: Float) -> Node {
    // exp(-1 / (2 sigma²)) for a sigma of 1.3 pixels.
    image.clampedToExtent.gathered(by: formula, Luma.weights, 0.7439 as Float, 1 / max(level, 1e-6), sharpness).cropped(
      to: image.extent)
  }

  /// With b the Gaussian of five by five pixels and t = |luma(c - b)| / level - 1, from 0 to 1: b + (c - b)(1 +
  /// sharpness) t, so that differences below the level are blurred, and differences of twice the level are sharpened.
  /// Alpha is not sharpened. `falloff` is the Gaussian's weight at one pixel, `scale` 1 / level. Premultiplied, linear
  /// light, edges repeated.
  /// Shader: Blur/NoiseReduction.glsl
  ///
  /// Source: the blur is measured on Core Image, within 1/255; the transition to sharpening is our own.
  package static let formula = RegionFormula(
    "noiseReduction", needsFloat: true,
    taps: { (_: SIMD3<Float>, _: Float, _: Float, _: Float) in 25 },
    region: { (output, _: SIMD3<Float>, _: Float, _: Float, _: Float) in output.outset(by: 2) },
    extent: { (input, _: SIMD3<Float>, _: Float, _: Float, _: Float) in input },
    reference: { (read, at, luma: SIMD3<Float>, falloff: Float, scale: Float, sharpness: Float) in
      let far = falloff * falloff * falloff * falloff
      let weights: [Float] = [far, falloff, 1, falloff, far]
      let total = 1 + 2 * falloff + 2 * far
      var blur = SIMD4<Float>.zero
      for y in 0..<5 {
        func pixel(_ x: Float) -> SIMD4<Float> { read(0, at + SIMD2(x, Float(y) - 2)) }
        let row = pixel(0) + (pixel(-1) + pixel(1)) * falloff + (pixel(-2) + pixel(2)) * far
        blur += row * weights[y]
      }
      blur /= total * total
      let detail = read(0, at) - blur
      let change = abs(detail.x * luma.x + detail.y * luma.y + detail.z * luma.z)
      let t = min(max(change * scale - 1, 0), 1)
      var result = blur + detail * ((1 + sharpness) * t)
      result.w = blur.w + detail.w * t
      return result
    })
}
