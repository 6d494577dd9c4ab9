import Foundation

/// CIEdgePreserveUpsampleFilter: enlarges a small image so that its edges follow those of a large one.
///
/// Formula: c′(p) = {sum_q w_q c(q)}/{sum_q w_q}, w_q = e^{-α |p - q|^2} e^{-β (Y(p) - Y(q))^2}
package enum EdgePreserveUpsampleFilter {
  static let smallImage = Parameter<Node>("inputSmallImage", type: .image)
  static let spatialSigma = Parameter<Float>("inputSpatialSigma", default: 3, min: 0, max: 5)
  static let lumaSigma = Parameter<Float>("inputLumaSigma", default: 0.15, min: 0, max: 1)

  static let filter = Filter(
    "CIEdgePreserveUpsampleFilter", summary: "Joint bilateral upsampling of a small image by a guide.",
    categories: .extendedPointwise(.geometryAdjustment), since: "macOS 10.12 / iOS 10 / tvOS 10",
    builtin: "CIEdgePreserveUpsample", parameters: [.inputImage, smallImage, spatialSigma, lumaSigma],
    formulas: [.region(pass)], example: ["inputSmallImage": .image(.small)],
    tolerance: Tolerance(
      absolute: 1 / 1024, relative: 1 / 384,
      because: "weights are exponentials of large numbers, which drivers approximate")
  ) { inputs in
    let (guide, small) = (inputs.image, inputs[smallImage])
    guard let large = guide.extent.rect, let little = small.extent.rect else { return small }
    let space = max(limited(inputs[spatialSigma], 5), 0.3)
    let luma = max(limited(inputs[lumaSigma], 1), 1e-3)
    let ratio = SIMD2<Float>(little.size / large.size)
    return Node.gathered(
      [guide.clampedToExtent, small.clampedToExtent], by: pass, ratio, SIMD2<Float>(large.min),
      SIMD2<Float>(little.min),
      SIMD2(0.5 / (space * space), 0.5 / (luma * luma)), (2 * space).rounded(.up), Luma.weights
    ).cropped(to: large)
  }

  /// Returns sigma limited to 0...most; NaN becomes 0.
  private static func limited(_ sigma: Float, _ most: Float) -> Float { sigma >= 0 ? min(sigma, most) : 0 }

  /// The offset in pixels, of either image, that moves positions off the border of two pixels.
  private static let nudge: Float = 0x1p-8

  /// The mean of the small image's pixels up to `reach` around the corresponding position of a pixel, weighted by
  /// exp(-falloff.x d²) with d their distance in pixels of the small image, and by exp(-falloff.y l²) with l the
  /// difference in luma of the guide between that pixel and this one. Premultiplied, linear light. Shader:
  /// GeometryAdjustment/EdgePreserveUpsampleFilter.glsl
  ///
  /// Input 0 is the guide. `ratio` is the size of the small image over that of the guide. `origin` and `small` are the
  /// lower left corners of both.
  ///
  /// A position on the border of two pixels counts as in the upper or right one: it is moved by an offset larger than
  /// the rounding of floats.
  ///
  /// Source: Kopf, Cohen, Lischinski and Uyttendaele, Joint Bilateral Upsampling, 2007, formula 3. The luma weights are
  /// at least a millionth. If no pixel is similar, the result is thus the mean by distance.
  package static let pass = RegionFormula(
    "edgePreserveUpsample", inputs: 2,
    taps: { (_: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, reach: Float, _: SIMD3<Float>) in
      Double((2 * reach + 1) * (2 * reach + 1))
    },
    region: {
      (
        input, output, ratio: SIMD2<Float>, origin: SIMD2<Float>, small: SIMD2<Float>, _: SIMD2<Float>, reach: Float,
        _: SIMD3<Float>
      ) in
      let (ratio, origin) = (SIMD2<Double>(ratio), SIMD2<Double>(origin))
      if input == 0 { return output.outset(by: Double(reach + 1) / ratio + 1) }
      let corner = SIMD2<Double>(small)
      return UserRect((output.min - origin) * ratio + corner, (output.max - origin) * ratio + corner)
        .outset(by: Double(reach + 1))
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: Float, _: SIMD3<Float>) in
      .infinite
    },
    reference: {
      (
        read, at, ratio: SIMD2<Float>, origin: SIMD2<Float>, small: SIMD2<Float>, falloff: SIMD2<Float>, reach: Float,
        luma: SIMD3<Float>
      ) in
      func brightness(_ position: SIMD2<Float>) -> Float {
        let color = read(0, position)
        return color.x * luma.x + color.y * luma.y + color.z * luma.z
      }
      let here = brightness(at)
      let position = (at - origin) * ratio + small
      let first = (position + nudge).rounded(.down) + 0.5 - reach
      var sum = SIMD4<Float>.zero
      var total: Float = 0
      for y in stride(from: Float(0), through: 2 * reach, by: 1) {
        for x in stride(from: Float(0), through: 2 * reach, by: 1) {
          let other = first + SIMD2(x, y)
          let way = other - position
          let step = brightness((other - small) / ratio + origin + nudge) - here
          let alike = max(exp(-falloff.y * step * step), 1e-6)
          let weight = exp(-falloff.x * (way * way).sum()) * alike
          sum += read(1, other) * weight
          total += weight
        }
      }
      return sum / total
    })
}
