/// CINinePartTiled: enlarges the image by repeating the part between two break points.
///
/// Formula: source(t) = t " if " t < b_0; b_0 + (t - b_0) mod (b_1 - b_0) " if " t < b_1 + g, " else " t - g
package enum NinePartTiled {
  static let breakpoint0 = Parameter<SIMD2<Double>>("inputBreakpoint0", type: .position, default: [50, 50])
  static let breakpoint1 = Parameter<SIMD2<Double>>("inputBreakpoint1", type: .position, default: [150, 150])
  static let growAmount = Parameter<SIMD2<Double>>(
    "inputGrowAmount", type: .offset, default: [100, 100], unit: .pixels)
  static let flipYTiles = Parameter<Bool>("inputFlipYTiles", type: .boolean, default: true)

  static let filter = Filter(
    "CINinePartTiled", summary: "Grows an image by tiling the parts between two break points.",
    categories: .extended(.distortionEffect), since: "macOS 10.12 / iOS 10 / tvOS 10",
    parameters: [.inputImage, breakpoint0, breakpoint1, growAmount, flipYTiles], formulas: [.warp(formula)]
  ) { inputs in
    let image = inputs.image
    guard
      let parts = NineParts(image, inputs[breakpoint0], inputs[breakpoint1], growth: inputs[growAmount])
    else { return image }
    return parts.image.warped(by: formula, parts.low, parts.size, parts.grown, Float(inputs[flipYTiles] ? 1 : 0))
      .cropped(to: parts.extent)
  }

  /// Between `low` and low + grown, `size` pixels are repeated, from the left and from the bottom, or with `fromTop` 1
  /// from the top; pixels before are unchanged, pixels after are moved. Shader: DistortionEffect/NinePartTiled.glsl
  ///
  /// Source: nine-part images, as user interfaces use them; the meaning of flipping is our own interpretation of the
  /// key.
  package static let formula = WarpFormula(
    "ninePartTiled",
    identity: { (_: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>, _: Float) in size == grown },
    region: { (output, low: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>, _: Float) in
      NineParts.source(of: output, low: low, size: size, grown: grown)
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: Float) in .infinite },
    reference: { (at, low: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>, fromTop: Float) in
      func along(_ p: Lane, _ low: Float, _ size: Float, _ grown: Float, fromEnd: Float) -> Lane {
        let way = p - low
        // Whole tiles from the start of the tiling; the end belongs to the last one.
        let period = max(size, 1e-6)
        let start = fromEnd * (grown - size)
        let distance = way - start
        let tiled = distance - (distance / period).rounded(.down) * period
        let inner = way.replacing(with: tiled, where: way .>= 0)
        return inner.replacing(with: way - (grown - size), where: way .>= grown) + low
      }
      return Point(
        along(at.x, low.x, size.x, grown.x, fromEnd: 0), along(at.y, low.y, size.y, grown.y, fromEnd: fromTop))
    })
}
