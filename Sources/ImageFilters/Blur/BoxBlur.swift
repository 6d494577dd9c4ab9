/// CIBoxBlur: the mean of a square of pixels.
///
/// Formula: c′(p) = {1}/{w^2} sum_{i, j = -h}^{h} c(p + (i, j)), w = 2 h + 1, h = max(⌈{r}/2⌉ - 1, 0)
///
/// Source: the window is measured on one real picture of radius 40; the rule for other radii is our own.
package enum BoxBlur {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 10, min: 1, slider: 1...100)

  static let filter = Filter(
    "CIBoxBlur", summary: "Averages a square neighbourhood.", categories: .extended(.blur),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, radius], formulas: [.region(pass)]
  ) { (inputs) throws(RenderError) in
    let radius = inputs[radius]
    guard radius <= 100_000 else {
      throw .invalidArgument("CIBoxBlur: inputRadius is \(radius); give a number of pixels up to 100000")
    }
    // Core Image's radius is the side of the square, made odd: 40 gives 39 pixels.
    let reach = ((radius - 1) / 2).rounded(.down)
    guard reach > 0 else { return inputs.image }
    return inputs.image.gathered(by: pass, Axis.horizontal, reach).gathered(by: pass, Axis.vertical, reach)
  }

  /// One axis: the mean of 2 radius + 1 pixels; `radius` whole pixels to each side.
  /// Premultiplied, linear light, clear outside. Shader: Blur/BoxBlur.glsl
  package static let pass = RegionFormula(
    "boxBlurPass", weights: .mean,
    taps: { (_: Axis, radius: Float) in Double(2 * radius + 1) },
    region: { (output, axis: Axis, radius: Float) in output.outset(by: SIMD2<Double>(axis.vector) * Double(radius)) },
    extent: { (input, axis: Axis, radius: Float) in input.outset(by: SIMD2<Double>(axis.vector) * Double(radius)) },
    reference: { (read, at, axis: Axis, radius: Float) in
      var sum = read(0, at)
      for step in stride(from: Float(1), through: radius, by: 1) {
        sum += read(0, at + step * axis.vector) + read(0, at - step * axis.vector)
      }
      return sum / (2 * radius + 1)
    })
}
