/// CIColorThresholdOtsu: makes each component 0 or 1, by a threshold computed from the image's histogram.
///
/// Formula: c′ = 1 " if " c > t, " else " 0
/// Formula: t = {argmax}_t w (1 - w) (m_0 - m_1)^2
package enum ColorThresholdOtsu {
  static let filter = Filter(
    "CIColorThresholdOtsu", summary: "Threshold that Otsu's method picks from the image histogram.",
    categories: .pointwise(.colorAdjustment), since: "macOS 11.0 / iOS 14 / tvOS 14", parameters: [.inputImage],
    formulas: [.region(threshold), .region(split)]
  ) { (inputs) throws(RenderError) in
    guard let rect = inputs.image.extent.rect?.pixels else {
      if inputs.image.extent == .empty { return .empty }
      throw .invalidArgument("CIColorThresholdOtsu: the image is infinite and has no histogram; crop it first")
    }
    let counts = Node(.histogram(rect, bins: bins), [inputs.image.mapped(by: ColorConversions.unpremultiply)])
    return Node.gathered(
      [inputs.image, counts.gathered(by: threshold, Int32(bins))], by: split)
  }

  private static let bins = 1024

  /// The threshold of each component: the upper edge of a bin, as a fraction of 1, that splits a histogram of `bins`
  /// pixels into two classes with the largest between-class variance w (1 - w) (m0 - m1)². Of equal ones the first is
  /// used. Shader: ColorAdjustment/ColorThresholdOtsu.glsl
  ///
  /// Source: N. Otsu, "A threshold selection method from gray-level histograms" (1979). Measured on one of Core Image's
  /// images: a histogram of linear green, by whose threshold green is split; Red and blue became 0 there, which is not
  /// reproduced.
  package static let threshold = RegionFormula(
    "otsuThreshold", needsFloat: true,
    taps: { (bins: Int32) in 2 * Double(bins) },
    region: { (_, bins: Int32) in UserRect(x: 0, y: 0, width: Double(bins), height: 1) },
    extent: { (_, _: Int32) in UserRect(x: 0, y: 0, width: 1, height: 1) },
    reference: { (read, _, bins: Int32) in
      var (total, moment) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for bin in stride(from: Float(0.5), to: Float(bins), by: 1) {
        let count = read(0, [bin, 0.5])
        total += count
        moment += count * bin
      }
      let scale = SIMD4<Float>.one / total
      let mean = moment * scale
      var (below, belowMoment) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (greatest, best) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for bin in stride(from: Float(0.5), to: Float(bins), by: 1) {
        let fraction = read(0, [bin, 0.5]) * scale
        below += fraction
        belowMoment += fraction * bin
        let apart = mean * below - belowMoment
        let weight = below * (SIMD4<Float>.one - below)
        let between = apart * apart / weight.replacing(with: 1, where: weight .<= 1e-7)
        let wins = weight .> 1e-7 .& between .> greatest
        greatest.replace(with: between, where: wins)
        best.replace(with: bin + 0.5, where: wins)
      }
      return best / Float(bins)
    })

  /// 1 where a straight component of input 0 is above the same component of input 1's pixel at the origin, else 0;
  /// alpha untouched. Shader: ColorAdjustment/ColorThresholdOtsu.glsl
  package static let split = RegionFormula(
    "thresholdByPixel", inputs: 2,
    taps: { 1 },
    region: { (input, output) in input == 0 ? output : UserRect(x: 0, y: 0, width: 1, height: 1) },
    extent: { (inputs) in inputs[0] },
    reference: { (read, at) in
      let color = read(0, at)
      let level = read(1, [0.5, 0.5])
      let straight = color.w > 0 ? color * (1 / color.w) : .zero
      var result = SIMD4<Float>.zero.replacing(with: color.w, where: straight .> level)
      result.w = color.w
      return result
    })
}
