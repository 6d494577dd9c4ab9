/// CIGuidedFilter: enlarges or smooths an image so that its edges follow those of a guide.
///
/// Formula: c′ = a Y + b, a = {cov(Y, c)}/{var(Y) + ε}, b = mean(c) - a mean(Y)
package enum GuidedFilter {
  static let guideImage = Parameter<Node>("inputGuideImage", type: .image)
  static let radius = Parameter<Float>("inputRadius", default: 1, slider: 1...10)
  static let epsilon = Parameter<Float>("inputEpsilon", default: 0.0001, slider: 1e-09...0.1)

  static let filter = Filter(
    "CIGuidedFilter", summary: "Guided upsampling of a small image (He et al.).",
    categories: .extended(.geometryAdjustment), since: "macOS 10.14 / iOS 12 / tvOS 12", builtin: nil,
    parameters: [.inputImage, guideImage, radius, epsilon], formulas: [.region(fit), .color(formula)],
    example: ["inputRadius": 6, "inputEpsilon": 0.02, "inputGuideImage": .image(.image)],
    tolerance: Tolerance(
      absolute: 1 / 256, relative: 1 / 512,
      because: "a and b of the linear models are larger than their results, and their means are stored as half floats")
  ) { (inputs) throws(RenderError) in
    try guided(inputs.image, by: inputs[guideImage], radius: inputs[radius], epsilon: inputs[epsilon])
  }

  private static func guided(
    _ image: Node, by guide: Node, radius: Float, epsilon: Float
  ) throws(RenderError) -> Node {
    guard radius <= 100, !radius.isNaN else {
      throw .invalidArgument("CIGuidedFilter: inputRadius is \(radius); give a number of pixels up to 100")
    }
    guard let small = image.extent.rect, let large = guide.extent.rect else { return image }
    let (reach, least) = (max(radius.rounded(), 1), epsilon >= 1e-9 ? epsilon : 1e-9)
    // The guide is resampled to the image's number of pixels.
    let scale = small.size / large.size
    let toImage = AffineMap(
      a: scale.x, b: 0, c: 0, d: scale.y, tx: small.min.x - large.min.x * scale.x,
      ty: small.min.y - large.min.y * scale.y)
    guard let back = toImage.inverse,
      let reduced = guide.clampedToExtent.transformed(by: toImage, reading: .area)
    else {
      throw .invalidArgument("CIGuidedFilter: the sizes of the images differ too much")
    }
    let inputs = [reduced, image.clampedToExtent]
    let lines = [Float(0), 1].map { part in
      Node.gathered(inputs, by: fit, reach, least, Luma.weights, part)
        .gathered(by: BoxBlur.pass, Axis.horizontal, reach).gathered(by: BoxBlur.pass, Axis.vertical, reach)
        .transformed(by: back) ?? .empty
    }
    return Node.combined([guide, lines[0], lines[1]], by: formula, Luma.weights, extent: .stated(guide.extent))
  }

  /// The coefficient a (`part` 0) or b (1) of the linear model a · luma + b that fits an image best by least squares,
  /// with the luma of the guide: a is their covariance in a square of 2 reach + 1 pixels over the variance of luma plus
  /// `epsilon`, b the mean of the image less a times the mean of luma. Of each component; premultiplied, linear light.
  /// Input 0 is the guide. Shader: GeometryAdjustment/GuidedFilter.glsl
  ///
  /// Source: He, Sun and Tang, Guided Image Filtering, 2010, formulas 5 and 6; using the luma of the guide is our own
  /// choice.
  package static let fit = RegionFormula(
    "guidedFit", inputs: 2, needsFloat: true,
    taps: { (reach: Float, _: Float, _: SIMD3<Float>, _: Float) in Double((2 * reach + 1) * (2 * reach + 1)) },
    region: { (_, output, reach: Float, _: Float, _: SIMD3<Float>, _: Float) in output.outset(by: Double(reach)) },
    extent: { (_, _: Float, _: Float, _: SIMD3<Float>, _: Float) in .infinite },
    reference: { (read, at, reach: Float, epsilon: Float, weights: SIMD3<Float>, part: Float) in
      func brightness(_ color: SIMD4<Float>) -> Float {
        color.x * weights.x + color.y * weights.y + color.z * weights.z
      }
      // Sums of differences from the centre pixel, to avoid cancellation.
      let (middle, color) = (brightness(read(0, at)), read(1, at))
      var (luma, square) = (Float(0), Float(0))
      var (mean, product) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for y in stride(from: -reach, through: reach, by: 1) {
        for x in stride(from: -reach, through: reach, by: 1) {
          let position = at + SIMD2(x, y)
          let step = brightness(read(0, position)) - middle
          let change = read(1, position) - color
          luma += step
          square += step * step
          mean += change
          product += change * step
        }
      }
      let count = (2 * reach + 1) * (2 * reach + 1)
      (luma, square, mean, product) = (luma / count, square / count, mean / count, product / count)
      let slope = (product - mean * luma) / (square - luma * luma + epsilon)
      return part > 0.5 ? mean + color - slope * (luma + middle) : slope
    })

  /// a · luma of the guide + b. Premultiplied, linear light.
  package static let formula = ColorFormula(mask: "guidedLine", keepsClear: false) {
    (guide, slope, offset, luma: SIMD3<Float>) in
    slope * guide.rgb.dot(luma) + offset
  }
}
