/// CIDiscBlur: the mean of a disc of pixels, which approximates an out-of-focus lens.
///
/// Formula: c′(p) = {sum_q w_q c(p + q)}/{sum_q w_q}, w_q = clamp(r + 1/2 - |q|, 0, 1)
package enum DiscBlur {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 8, min: 0, slider: 0...100)

  static let filter = Filter(
    "CIDiscBlur", summary: "Averages a disc.", categories: .extended(.blur), since: "macOS 10.5 / iOS 9 / tvOS 9",
    parameters: [.inputImage, radius], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    let blurred = try blurred(inputs.image, radius: inputs[radius], filter: "CIDiscBlur")
    let reach = Double(max(inputs[radius], 0)) * 1.1
    return blurred.cropped(to: inputs.image.extent.map { $0.outset(by: reach).pixels })
  }

  /// Returns the image averaged over discs of `radius` pixels. Below half a pixel, returns the image unchanged. Discs
  /// of more than 48 pixels are computed at half the resolution, or less.
  ///
  /// - Parameter softness: sigma of a Gaussian applied after the disc, in pixels of the resolution at which the disc is
  ///   computed.
  /// - Throws: `invalidArgument` when the radius is not finite; `limit` above 100,000 pixels.
  static func blurred(
    _ image: Node, radius: Float, softness: Float = 0, filter: String
  ) throws(RenderError) -> Node {
    guard radius.isFinite else {
      throw .invalidArgument("\(filter): inputRadius is \(radius); give a number of pixels, 0 or more")
    }
    guard radius <= GaussianBlur.greatestSigma else {
      throw .limit(
        "\(filter): inputRadius in pixels", requested: UInt64(clamping: Int(exactly: radius.rounded()) ?? .max),
        allowed: UInt64(GaussianBlur.greatestSigma))
    }
    guard radius > 0.5 else { return try GaussianBlur.blurred(image, sigma: softness, filter: filter) }
    var k = 1
    while radius / Float(k) > 48 { k *= 2 }
    var result = image
    if k > 1 {
      for axis in [Axis.vertical, .horizontal] { result = result.gathered(by: GaussianBlur.reduce, axis, Int32(k)) }
    }
    result = averaged(result, radius: radius / Float(k))
    if softness > 0 { result = try GaussianBlur.blurred(result, sigma: softness / Float(k), filter: filter) }
    if k > 1 { for axis in Axis.allCases { result = result.gathered(by: GaussianBlur.expand, axis, Int32(k)) } }
    return result
  }

  private static func averaged(_ image: Node, radius: Float) -> Node {
    // Rows of the disc are summed in runs of about the square root of their length.
    let half = (radius / 2).squareRoot().rounded(.down)
    let reach = (radius + 0.5).rounded(.up) - 1
    let runs = image.gathered(by: BoxBlur.pass, Axis.horizontal, half)
    var total: Float = 0
    for y in stride(from: -reach, through: reach, by: 1) {
      for x in stride(from: -reach, through: reach, by: 1) {
        total += min(max(radius + 0.5 - (x * x + y * y).squareRoot(), 0), 1)
      }
    }
    return Node.gathered([image, runs], by: formula, radius, reach, half, 1 / total)
  }

  /// The sum of the pixels whose centres are within `radius`, times `weight`. Pixels at the rim have the weight radius
  /// + 1/2 - distance. Input 1 has the means of 2 half + 1 pixels of input 0 along x. The support is `reach` whole
  /// pixels to each side. Premultiplied, linear light, clear outside. Shader: Blur/DiscBlur.glsl
  ///
  /// Source: agrees with Core Image's pixels within 4/255, 0.4/255 in the mean.
  package static let formula = RegionFormula(
    "discBlur", inputs: 2,
    taps: { (radius: Float, _: Float, half: Float, _: Float) in
      Double(2 * radius + 1) * Double(1.6 * radius / (2 * half + 1) + half + 4)
    },
    region: { (_, output, _: Float, reach: Float, _: Float, _: Float) in output.outset(by: Double(reach)) },
    // Slightly larger than the support: Core Image's extents are larger than its discs.
    extent: { (inputs, radius: Float, _: Float, _: Float, _: Float) in
      inputs[0].map { $0.outset(by: 1.2 * Double(radius) + 1) }
    },
    reference: { (read, at, radius: Float, reach: Float, half: Float, weight: Float) in
      let width = 2 * half + 1
      var sum = SIMD4<Float>.zero
      for y in stride(from: -reach, through: reach, by: 1) {
        let whole = (radius - 0.5) * (radius - 0.5) - y * y
        let last = whole < 0 ? -1 : whole.squareRoot().rounded(.down)
        var x = -last
        while x + 2 * half <= last {
          sum += read(1, at + SIMD2(x + half, y)) * width
          x += width
        }
        while x <= last {
          sum += read(0, at + SIMD2(x, y))
          x += 1
        }
        var rim = last + 1
        while rim * rim + y * y < (radius + 0.5) * (radius + 0.5) {
          let coverage = min(radius + 0.5 - (rim * rim + y * y).squareRoot(), 1)
          sum += (read(0, at + SIMD2(rim, y)) + (rim > 0 ? read(0, at + SIMD2(-rim, y)) : .zero)) * coverage
          rim += 1
        }
      }
      return sum * weight
    })
}
