/// CICannyEdgeDetector: white lines, one pixel wide, along edges.
///
/// Formula: e = 1 " if " |∇ Y| ≥ high, " or " |∇ Y| ≥ low " next to such a pixel"
package enum CannyEdgeDetector {
  static let gaussianSigma = Parameter<Float>("inputGaussianSigma", default: 1.6, min: 0, slider: 0...5)
  static let perceptual = Parameter<Bool>("inputPerceptual", type: .boolean, default: false)
  static let thresholdHigh = Parameter<Float>("inputThresholdHigh", default: 0.05, min: 0, slider: 0...0.4)
  static let thresholdLow = Parameter<Float>("inputThresholdLow", default: 0.02, min: 0, slider: 0...0.2)
  static let hysteresisPasses = Parameter<Int>(
    "inputHysteresisPasses", type: .integer, default: 1, min: 0, max: 20, slider: 0...5)

  static let filter = Filter(
    "CICannyEdgeDetector", summary: "Canny edges: blur, gradient, thinning, double threshold, hysteresis passes.",
    categories: .extended(.stylize), since: "macOS 14.0 / iOS 17 / tvOS 17",
    parameters: [.inputImage, gaussianSigma, perceptual, thresholdHigh, thresholdLow, hysteresisPasses],
    formulas: [.region(slope), .region(thin), .region(link), .color(mark)],
    tolerance: Tolerance(
      absolute: 1 / 4096, relative: 0, strays: 12,
      because: "a slope that is just as steep as the next one, or as a threshold, is a line or none")
  ) { (inputs) throws(RenderError) in
    let (image, sigma, passes) = (inputs.image, inputs[gaussianSigma], inputs[hysteresisPasses])
    guard sigma.isFinite, sigma <= GaussianBlur.greatestSigma else {
      throw .invalidArgument(
        "CICannyEdgeDetector: inputGaussianSigma is \(sigma); give a number of pixels up to 100000")
    }
    guard passes <= 100 else {
      throw .limit(
        "CICannyEdgeDetector: inputHysteresisPasses", requested: UInt64(passes), allowed: 100)
    }
    var source = image.clampedToExtent
    if inputs[perceptual] { source = source.mapped(by: ColorConversions.sRGBFromLinear) }
    let slopes = try GaussianBlur.blurred(source, sigma: sigma, filter: "CICannyEdgeDetector")
      .gathered(by: slope, Luma.weights)
    var edges = slopes.gathered(by: thin, inputs[thresholdLow], inputs[thresholdHigh])
    for _ in 0..<max(passes, 0) { edges = edges.gathered(by: link) }
    return edges.mapped(by: mark).cropped(to: image.extent)
  }

  /// The gradient of the luma by Sobel's operator, as in CISobelGradients: along x, along y, its length; alpha 1.
  /// Shader: Stylize/CannyEdgeDetector.glsl
  ///
  /// Source: J. Canny, A Computational Approach to Edge Detection, 1986, for all steps. Our own: the scale of the
  /// gradient, eight directions, and sRGB encoding for a perceptual image.
  package static let slope = RegionFormula(
    "cannySlope", needsFloat: true,
    taps: { (_: SIMD3<Float>) in 8 },
    region: { (output, _: SIMD3<Float>) in output.outset(by: 1) },
    extent: { (input, _: SIMD3<Float>) in input.outset(by: 1) },
    reference: { (read, at, luma: SIMD3<Float>) in
      let slopes = SobelGradients.sobel(read, at)
      let x = (SIMD3(slopes.x.x, slopes.x.y, slopes.x.z) * luma).sum()
      let y = (SIMD3(slopes.y.x, slopes.y.y, slopes.y.z) * luma).sum()
      return [x, y, (x * x + y * y).squareRoot(), 1]
    })

  /// Non-maximum suppression: 1 where a gradient is larger than its neighbours along its direction and at least `high`,
  /// 1/2 where it is larger than these and at least `low`, else 0; in red, green and blue, alpha 1. Shader:
  /// Stylize/CannyEdgeDetector.glsl
  package static let thin = RegionFormula(
    "cannyThin",
    taps: { (_: Float, _: Float) in 3 },
    region: { (output, _: Float, _: Float) in output.outset(by: 1) },
    extent: { (input, _: Float, _: Float) in input.outset(by: -1) },
    reference: { (read, at, low: Float, high: Float) in
      let center = read(0, at)
      let (x, y) = (abs(center.x), abs(center.y))
      let aslant: SIMD2<Float> = center.x * center.y > 0 ? [1, 1] : [1, -1]
      // The tangent of 22.5 degrees separates the directions.
      let step: SIMD2<Float> = y <= 0.41421356 * x ? [1, 0] : x <= 0.41421356 * y ? [0, 1] : aslant
      // Of two gradients that are equal within rounding, the first one counts.
      let slack = center.z / 128
      let isRidge = center.z - slack > read(0, at - step).z && center.z + slack >= read(0, at + step).z
      let value: Float = isRidge ? (center.z >= high ? 1 : center.z >= low ? 0.5 : 0) : 0
      return [value, value, value, 1]
    })

  /// Hysteresis: 1/2 becomes 1 where one of the eight neighbours is 1. Shader: Stylize/CannyEdgeDetector.glsl
  package static let link = RegionFormula(
    "cannyLink",
    taps: { 9 },
    region: { output in output.outset(by: 1) },
    extent: { input in input },
    reference: { (read, at) in
      let center = read(0, at)
      var most: Float = 0
      for y in -1...1 { for x in -1...1 { most = max(most, read(0, at + SIMD2(Float(x), Float(y))).x) } }
      let value: Float = center.x >= 0.5 && most >= 1 ? 1 : center.x
      return [value, value, value, center.w]
    })

  /// Keeps pixels that are 1; all others become black. Shader: Stylize/CannyEdgeDetector.glsl
  package static let mark = ColorFormula("cannyMark", keepsAlpha: true) { color in
    let value = Lane.zero.replacing(with: Lane(repeating: 1), where: color.red .>= 1)
    return Color(RGB(value), color.alpha)
  }
}
