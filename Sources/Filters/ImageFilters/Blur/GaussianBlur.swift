import Foundation

/// CIGaussianBlur: a Gaussian whose standard deviation is `inputRadius`.
///
/// Formula: c′(p) = sum_{i, j} g_i g_j c(p + (i, j)), g_i = {e^{-i^2 / 2 σ^2}}/{sum_k e^{-k^2 / 2 σ^2}}, σ = radius
///
/// Source: the definition of a Gaussian; that sigma is the radius is documented, and measured on real images.
package enum GaussianBlur {
  static let radius = Parameter<Float>("inputRadius", default: 10, min: 0, slider: 0...100, identity: 0, unit: .pixels)

  static let filter = Filter(
    "CIGaussianBlur", summary: "Gaussian blur, radius is the standard deviation in pixels.",
    categories: .extended(.blur), since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, radius],
    formulas: [.region(pass), .region(reduce), .region(expand)], keepsColorSpace: true
  ) { (inputs) throws(RenderError) in
    try blurred(inputs.image, sigma: inputs[radius], filter: "CIGaussianBlur")
  }

  /// The least sigma that has an effect. Below it, the weight of the first neighbour is under 1e-8, and the image is
  /// returned unchanged.
  static let leastSigma: Float = 0.16

  /// The largest sigma. Above it, an extent in pixels does not fit a device's integers.
  static let greatestSigma: Float = 100_000

  /// Returns the image blurred, clear outside its extent. The extent grows by 3 sigma to each side, rounded out to
  /// whole pixels.
  ///
  /// Two passes, one for each axis. A large sigma is computed at a resolution k times lower: a tent of k pixels to each
  /// side downsamples, a Gaussian blurs the reduced image, and a quadratic B-spline upsamples. All three are near
  /// Gaussian and their variances add up to that of the whole. The result is within 1/255 of the exact Gaussian.
  ///
  /// - Parameter filter: the filter's name, for the error text.
  /// - Throws: `invalidArgument` when sigma is not finite; `limit` above 100,000 pixels.
  static func blurred(_ image: Node, sigma: Float, filter: String) throws(RenderError) -> Node {
    guard sigma.isFinite else {
      throw .invalidArgument("\(filter): inputRadius is \(sigma); give a number of pixels, 0 or more")
    }
    guard sigma <= greatestSigma else {
      throw .limit(
        "\(filter): inputRadius in pixels", requested: UInt64(clamping: Int(exactly: sigma.rounded()) ?? .max),
        allowed: UInt64(greatestSigma))
    }
    guard sigma >= leastSigma else { return image }

    let k = reduction(sigma: sigma)
    let variance = k == 1 ? sigma * sigma : lowVariance(sigma: sigma, k: Float(k))
    let taps = Int32((4 * variance.squareRoot()).rounded(.up))
    var result = image
    // Vertical passes are the faster axis. They therefore read and write the full resolution: the first pass reads it
    // and the last pass writes it.
    if k > 1 {
      result = result.gathered(by: reduce, Axis.vertical, Int32(k)).columnsAlike(as: image, within: 6 * Double(sigma))
        .gathered(by: reduce, Axis.horizontal, Int32(k))
    }
    for axis in Axis.allCases { result = result.gathered(by: pass, axis, taps, exp(-0.5 / variance)) }
    if k > 1 { for axis in Axis.allCases { result = result.gathered(by: expand, axis, Int32(k)) } }
    return result.cropped(to: grown(image.extent, sigma: sigma))
  }

  /// Returns the extent after a blur: 3 sigma larger on each side, in whole pixels.
  static func grown(_ extent: Extent, sigma: Float) -> Extent {
    extent.map { $0.outset(by: Double((3 * sigma).rounded(.up))).pixels }
  }

  /// Returns the power of two by which the resolution can be lowered. The sigma at the low resolution is at least 1.8;
  /// below that, the low-resolution grid becomes visible. At half resolution the grid is finer, and 1.34 suffices. Both
  /// have an error of at most 1/255 along an axis, for any image.
  static func reduction(sigma: Float) -> Int {
    var k = 1
    while lowVariance(sigma: sigma, k: Float(2 * k)) >= (k == 1 ? 1.8 : 1.8 * 1.8) { k *= 2 }
    return k
  }

  /// Returns the variance that remains for the Gaussian at the low resolution, in its pixels. The tent has the variance
  /// k²/6 + 1/12 and the B-spline k²/4.
  private static func lowVariance(sigma: Float, k: Float) -> Float {
    (sigma * sigma - 1 / 12) / (k * k) - 5 / 12
  }

  /// A Gaussian along one axis: weights exp(-i² / 2 sigma²) over `taps` pixels to each side, normalized. `falloff` is
  /// the weight of the first neighbour relative to the centre. Shader: Blur/GaussianBlur.glsl
  ///
  /// The weights are computed incrementally: each ratio is the previous one times falloff².
  package static let pass = RegionFormula(
    "gaussianBlurPass", weights: .mean,
    taps: { (_: Axis, taps: Int32, _: Float) in Double(2 * taps + 1) },
    region: { (output, axis: Axis, taps: Int32, _: Float) in
      output.outset(by: SIMD2<Double>(axis.vector) * Double(taps))
    },
    extent: { (input, axis: Axis, taps: Int32, _: Float) in
      input.outset(by: SIMD2<Double>(axis.vector) * Double(taps))
    },
    reference: { (read, at, axis: Axis, taps: Int32, falloff: Float) in
      var sum = read(0, at)
      var total: Float = 1
      var (weight, ratio) = (falloff, falloff)
      for step in stride(from: Float(1), through: Float(taps), by: 1) {
        sum += (read(0, at + step * axis.vector) + read(0, at - step * axis.vector)) * weight
        total += 2 * weight
        ratio *= falloff * falloff
        weight *= ratio
      }
      return sum / total
    })

  /// Downsampling along one axis: pixel i of the result is the mean of 2k pixels about (i + 1/2) k, weighted by a tent.
  /// Shader: Blur/GaussianBlur.glsl
  package static let reduce = RegionFormula(
    "gaussianBlurReduce", weights: .mean,
    taps: { (_: Axis, k: Int32) in Double(2 * k) },
    region: { (output, axis: Axis, k: Int32) in
      output.scaled(along: axis, by: Double(k)).outset(by: SIMD2<Double>(axis.vector) * Double(k) / 2)
    },
    extent: { (input, axis: Axis, k: Int32) in
      input.scaled(along: axis, by: 1 / Double(k)).outset(by: SIMD2<Double>(axis.vector) / 2).pixels
    },
    reference: { (read, at, axis: Axis, k: Int32) in
      let size = Float(k)
      let middle = at + axis.vector * (at * (size - 1))
      var sum = SIMD4<Float>.zero
      for step in stride(from: Float(0.5), to: size, by: 1) {
        sum += (read(0, middle + step * axis.vector) + read(0, middle - step * axis.vector)) * (size - step)
      }
      return sum / (size * size)
    })

  /// Upsampling along one axis: the quadratic B-spline of pixels that are k times as large. Shader:
  /// Blur/GaussianBlur.glsl
  package static let expand = RegionFormula(
    "gaussianBlurExpand", weights: .mean,
    taps: { (_: Axis, _: Int32) in 3 },
    region: { (output, axis: Axis, k: Int32) in
      output.scaled(along: axis, by: 1 / Double(k)).outset(by: SIMD2<Double>(axis.vector) * 1.5)
    },
    extent: { (input, axis: Axis, k: Int32) in
      input.outset(by: SIMD2<Double>(axis.vector)).scaled(along: axis, by: Double(k)).pixels
    },
    reference: { (read, at, axis: Axis, k: Int32) in
      let axis = axis.vector
      let position = at.x * axis.x + at.y * axis.y
      let low = position / Float(k)
      let middle = low.rounded(.down) + 0.5
      let t = low - middle
      let center = at + axis * (middle - position)
      let sides = read(0, center - axis) * ((0.5 - t) * (0.5 - t)) + read(0, center + axis) * ((0.5 + t) * (0.5 + t))
      return read(0, center) * (0.75 - t * t) + sides * 0.5
    })
}

extension Node {
  /// Returns this image, computed column by column from an image whose edges are repeated. The columns beyond the edges
  /// equal the edge columns and are not computed again. A blur that extends far beyond a small image has many such
  /// columns.
  fileprivate func columnsAlike(as image: Node, within reach: Double) -> Node {
    var source = image
    while case .formula(let formula, _, .first) = source.op, !formula.takesPosition, source.inputs.count == 1 {
      source = source.inputs[0]
    }
    guard case .clamp(let rect) = source.op, reach > rect.width else { return self }
    let endless = 1e9
    return clamped(to: UserRect([rect.min.x, -endless], [rect.max.x, endless]))
  }
}
