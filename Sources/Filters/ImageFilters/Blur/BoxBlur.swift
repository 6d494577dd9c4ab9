/// CIBoxBlur: the mean of a square of pixels.
///
/// Formula: c′(p) = {1}/{w^2} sum_{i, j = -h}^{h} c(p + (i, j)), w = 2 h + 1, h = max(⌈{r}/2⌉ - 1, 0)
///
/// Source: the window is measured on one real image of radius 40; the rule for other radii is our own.
package enum BoxBlur {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 10, min: 1, slider: 1...100)

  static let filter = Filter(
    "CIBoxBlur", summary: "Averages a square neighbourhood.", categories: .extended(.blur),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage, radius],
    formulas: [.region(pass), .region(run), .region(ofRuns)]
  ) { (inputs) throws(RenderError) in
    let radius = inputs[radius]
    guard radius <= 100_000 else {
      throw .invalidArgument("CIBoxBlur: inputRadius is \(radius); give a number of pixels up to 100000")
    }
    // Core Image's radius is the side of the square, made odd: 40 gives 39 pixels.
    let reach = ((radius - 1) / 2).rounded(.down)
    guard reach > 0 else { return inputs.image }
    return blurred(blurred(inputs.image, .horizontal, reach), .vertical, reach)
  }

  /// Returns the mean along an axis. For long windows, the means of short runs are computed first, so that the cost of
  /// a pixel grows with the square root of the window's length.
  private static func blurred(_ image: Node, _ axis: Axis, _ reach: Float) -> Node {
    let side = 2 * reach + 1
    guard side > 32 else { return image.gathered(by: pass, axis, reach) }
    let length = side.squareRoot().rounded(.down)
    let runs = image.gathered(by: run, axis, length)
    return Node.gathered([runs, image], by: ofRuns, axis, reach, length)
  }

  /// The mean of 2 radius + 1 pixels along one axis, `radius` whole pixels to each side. Premultiplied, linear light,
  /// clear outside. Shader: Blur/BoxBlur.glsl
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

  /// The mean of `length` consecutive pixels along one axis, starting at each pixel; premultiplied, linear light, clear
  /// outside.
  /// Shader: Blur/BoxBlur.glsl
  package static let run = RegionFormula(
    "boxBlurRun", weights: .mean,
    taps: { (_: Axis, length: Float) in Double(length) },
    region: { (output, axis: Axis, length: Float) in
      UserRect(output.min, output.max + SIMD2<Double>(axis.vector) * Double(length - 1))
    },
    extent: { (input, axis: Axis, length: Float) in
      UserRect(input.min - SIMD2<Double>(axis.vector) * Double(length - 1), input.max)
    },
    reference: { (read, at, axis: Axis, length: Float) in
      var sum = read(0, at)
      for step in stride(from: Float(1), to: length, by: 1) { sum += read(0, at + step * axis.vector) }
      return sum / length
    })

  /// The mean of `pass` along one axis, from as many runs as fit, whose means are in input 0, and the remaining pixels,
  /// from input 1; premultiplied, linear light, clear outside. Shader: Blur/BoxBlur.glsl
  package static let ofRuns = RegionFormula(
    "boxBlurOfRuns", inputs: 2,
    taps: { (_: Axis, radius: Float, length: Float) in Double((2 * radius + 1) / length + length) },
    region: { (_, output, axis: Axis, radius: Float, _: Float) in
      output.outset(by: SIMD2<Double>(axis.vector) * Double(radius))
    },
    extent: { (inputs, axis: Axis, radius: Float, _: Float) in
      inputs[1].map { $0.outset(by: SIMD2<Double>(axis.vector) * Double(radius)) }
    },
    reference: { (read, at, axis: Axis, radius: Float, length: Float) in
      let count = ((2 * radius + 1) / length).rounded(.down)
      var sum = SIMD4<Float>.zero
      for step in stride(from: Float(0), to: count, by: 1) {
        sum += read(0, at + (step * length - radius) * axis.vector)
      }
      sum *= length
      for step in stride(from: count * length - radius, through: radius, by: 1) {
        sum += read(1, at + step * axis.vector)
      }
      return sum / (2 * radius + 1)
    })
}
