/// CINinePartStretched: enlarges the image by stretching the part between two break points.
///
/// Formula: source(t) = t " if " t < b_0; b_0 + (t - b_0) {b_1 - b_0}/{b_1 - b_0 + g} " if " t < b_1 + g, " else " t - g
package enum NinePartStretched {
  static let breakpoint0 = Parameter<SIMD2<Double>>("inputBreakpoint0", type: .position, default: [50, 50])
  static let breakpoint1 = Parameter<SIMD2<Double>>("inputBreakpoint1", type: .position, default: [150, 150])
  static let growAmount = Parameter<SIMD2<Double>>(
    "inputGrowAmount", type: .offset, default: [100, 100], unit: .pixels)

  static let filter = Filter(
    "CINinePartStretched", summary: "Grows an image by stretching the parts between two break points.",
    categories: .extended(.distortionEffect), since: "macOS 10.12 / iOS 10 / tvOS 10",
    parameters: [.inputImage, breakpoint0, breakpoint1, growAmount], formulas: [.warp(formula)]
  ) { inputs in
    let image = inputs.image
    guard
      let parts = NineParts(image, inputs[breakpoint0], inputs[breakpoint1], growth: inputs[growAmount])
    else { return image }
    return parts.image.warped(by: formula, parts.low, parts.size, parts.grown).cropped(to: parts.extent)
  }

  /// Between `low` and low + grown, `size` pixels are stretched evenly. Pixels before are unchanged; pixels after are
  /// moved. Shader: DistortionEffect/NinePartStretched.glsl
  ///
  /// Source: nine-part images, as user interfaces use them.
  package static let formula = WarpFormula(
    "ninePartStretched", identity: { (_: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>) in size == grown },
    region: { (output, low: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>) in
      NineParts.source(of: output, low: low, size: size, grown: grown)
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>) in .infinite },
    reference: { (at, low: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>) in
      func along(_ p: Lane, _ low: Float, _ size: Float, _ grown: Float) -> Lane {
        let way = p - low
        let stretched = way * (size / max(grown, 1e-6))
        let inner = way.replacing(with: stretched, where: way .>= 0)
        return inner.replacing(with: way - (grown - size), where: way .>= grown) + low
      }
      return Point(along(at.x, low.x, size.x, grown.x), along(at.y, low.y, size.y, grown.y))
    })
}
