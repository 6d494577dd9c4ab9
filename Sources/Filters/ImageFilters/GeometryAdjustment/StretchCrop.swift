/// CIStretchCrop: changes an image's aspect ratio by cropping it and by stretching its sides.
///
/// Formula: source = m + h v, v = {g u}/{1 + (g - 1) |u|}
package enum StretchCrop {
  static let size = Parameter<SIMD2<Double>>("inputSize", type: .position, default: [1280, 720])
  static let cropAmount = Parameter<Float>("inputCropAmount", default: 0.25, min: 0, max: 1, slider: 0...1)
  static let centerStretchAmount = Parameter<Float>(
    "inputCenterStretchAmount", default: 0.25, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIStretchCrop", summary: "Fits a size by stretching or cropping, more at the sides.",
    categories: .extended(.distortionEffect), since: "macOS 10.6 / iOS 9 / tvOS 9",
    parameters: [.inputImage, size, cropAmount, centerStretchAmount], formulas: [.warp(formula)],
    example: ["inputCropAmount": 0.25, "inputCenterStretchAmount": 0.25, "inputSize": .coordinates([300, 150])]
  ) { (inputs) throws(RenderError) in
    let (image, size) = (inputs.image, inputs[size])
    guard size.x > 0, size.y > 0, size.x <= 1e6, size.y <= 1e6 else {
      throw .invalidArgument(
        "CIStretchCrop: inputSize \(short(size.x)) x \(short(size.y)) must be above 0, and at most 1000000")
    }
    guard let rect = image.extent.rect else { return image.cropped(to: UserRect(.zero, size)) }
    let (crop, stretch) = (unitAmount(inputs[cropAmount]), unitAmount(inputs[centerStretchAmount]))
    // A scale between that with which the image just fits the size and that with which it just fills it.
    let ratio = size / rect.size
    let scale = ratio.min() + (ratio.max() - ratio.min()) * crop
    let excess = pointwiseMax(ratio / scale, SIMD2(1, 1))
    let half = pointwiseMin(rect.size, size / scale) / 2
    let slope = excess / (1 + stretch * (excess - 1))
    return image.clampedToExtent
      .warped(by: formula, SIMD2<Float>(size), SIMD2<Float>(rect.center), SIMD2<Float>(half), SIMD2<Float>(slope))
      .cropped(to: UserRect(.zero, size))
  }

  /// Returns the amount limited to 0...1; NaN becomes 0.
  private static func unitAmount(_ amount: Float) -> Double { amount >= 0 ? min(Double(amount), 1) : 0 }

  /// Along each axis, maps u in -1...1 over `size` to middle + half · v, v = g u / (1 + (g - 1) |u|), with g the
  /// `slope` in the middle. 1 stretches uniformly; with larger values the middle is stretched less and the sides more.
  /// Shader: GeometryAdjustment/StretchCrop.glsl
  ///
  /// Source: our own, from the description in Core Image's reference: a crop amount of 0 only stretches and 1 only
  /// crops; a centre stretch of 0 preserves the shape of the middle and 1 stretches uniformly.
  package static let formula = WarpFormula(
    "stretchCrop",
    region: { (output, size: SIMD2<Float>, middle: SIMD2<Float>, half: SIMD2<Float>, slope: SIMD2<Float>) in
      func sourcePosition(_ p: SIMD2<Double>) -> SIMD2<Double> {
        let u = p * 2 / SIMD2<Double>(size) - 1
        let g = SIMD2<Double>(slope)
        // Beyond the rim, the slope of the rim continues.
        func along(_ u: Double, _ g: Double) -> Double {
          abs(u) > 1 ? (u < 0 ? -1 : 1) * (1 + (abs(u) - 1) / g) : g * u / (1 + (g - 1) * abs(u))
        }
        return SIMD2<Double>(middle) + SIMD2<Double>(half) * SIMD2(along(u.x, g.x), along(u.y, g.y))
      }
      return UserRect(sourcePosition(output.min), sourcePosition(output.max))
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>) in .infinite },
    reference: { (at, size: SIMD2<Float>, middle: SIMD2<Float>, half: SIMD2<Float>, slope: SIMD2<Float>) in
      func along(_ p: Lane, _ size: Float, _ half: Float, _ g: Float) -> Lane {
        let u = p * (2 / size) - 1
        let inside = u.magnitude.atMost(1)
        let beyond = 1 + (u.magnitude - inside) / g
        return u / u.magnitude.atLeast(1e-6) * inside * g / (1 + (g - 1) * inside) * beyond * half
      }
      return Point(along(at.x, size.x, half.x, slope.x), along(at.y, size.y, half.y, slope.y)) + middle
    })
}
