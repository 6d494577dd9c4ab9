import Foundation

/// CIMotionBlur: a Gaussian along a direction, which simulates camera motion.
///
/// Formula: c′(p) = sum_t g_t c(p + t (cos θ, sin θ)), g_t ∝ e^{-t^2 / 2 σ^2}, σ = radius
package enum MotionBlur {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 20, min: 0, slider: 0...100, identity: 0)

  static let filter = Filter(
    "CIMotionBlur", summary: "Blur along a direction.", categories: .extended(.blur),
    since: "macOS 10.4 / iOS 8.3 / tvOS 8.3", parameters: [.inputImage, radius, .angle], formulas: [.region(pass)]
  ) { (inputs) throws(RenderError) in
    let (radius, angle) = (inputs[radius], inputs[.angle])
    guard radius <= GaussianBlur.greatestSigma, angle.isFinite else {
      throw .invalidArgument(
        "CIMotionBlur: inputRadius \(radius) and inputAngle \(angle) must be finite, the radius at most 100000 pixels")
    }
    guard radius >= GaussianBlur.leastSigma else { return inputs.image }
    return blurred(inputs.image, sigma: radius, angle: angle)
  }

  /// Blurs pixel by pixel with a short Gaussian, then with a long Gaussian of sparse taps, whose gaps the short one has
  /// filled. Their variances add up.
  private static func blurred(_ image: Node, sigma: Float, angle: Float) -> Node {
    let direction = SIMD2(cos(angle), sin(angle))
    // Steps are whole pixels along the dominant axis of the direction, so that only the other axis is interpolated.
    let isFlat = abs(direction.x) >= abs(direction.y)
    let stride = direction / max(abs(direction.x), abs(direction.y))
    let across: SIMD2<Float> = isFlat ? [0, 1] : [1, 0]

    let gap = sigma < 6 ? 1 : sigma.squareRoot().rounded(.down)
    let short = gap == 1 ? 0 : 0.75 * gap * (stride * stride).sum().squareRoot()
    var result = image
    for (part, step) in [(short, Float(1)), ((sigma * sigma - short * short).squareRoot(), gap)] where part > 0 {
      let length = step * (stride * stride).sum().squareRoot()
      let taps = Int32((4 * part / length).rounded(.up))
      result = result.gathered(by: pass, across, stride * step, taps, exp(-0.5 * length * length / (part * part)))
    }
    let reach = SIMD2<Double>(direction) * 6 * Double(sigma)
    let extent = image.extent.map { $0.outset(by: SIMD2(abs(reach.x), abs(reach.y))).pixels }
    return result.cropped(to: extent)
  }

  /// A Gaussian along a line: normalized weights, computed incrementally as in CIGaussianBlur. `step` is the offset
  /// from tap to tap, whole pixels along one axis; `across`, (1, 0) or (0, 1), is the other axis, along which two
  /// pixels are interpolated. It is not an `Axis`, because pixels off that axis are read too. The extent is 1.5 times
  /// as wide as the taps: Core Image's is six radii. Premultiplied, linear light. Shader: Blur/MotionBlur.glsl
  ///
  /// Source: fitted on Core Image's pixels: a Gaussian of sigma = radius.
  package static let pass = RegionFormula(
    "motionBlurPass", weights: .mean,
    taps: { (_: SIMD2<Float>, _: SIMD2<Float>, taps: Int32, _: Float) in Double(4 * taps + 2) },
    region: { (output, across: SIMD2<Float>, step: SIMD2<Float>, taps: Int32, _: Float) in
      output.outset(by: reach(step, taps) + SIMD2<Double>(across))
    },
    extent: { (input, across: SIMD2<Float>, step: SIMD2<Float>, taps: Int32, _: Float) in
      input.outset(by: reach(step, taps) * 1.5 + SIMD2<Double>(across))
    },
    reference: { (read, at, across: SIMD2<Float>, step: SIMD2<Float>, taps: Int32, falloff: Float) in
      func between(_ point: SIMD2<Float>) -> SIMD4<Float> {
        let position = point.x * across.x + point.y * across.y - 0.5
        let t = position - position.rounded(.down)
        let low = read(0, point - t * across)
        return low + (read(0, point + (1 - t) * across) - low) * t
      }
      var sum = between(at)
      var total: Float = 1
      var (weight, ratio) = (falloff, falloff)
      for index in stride(from: Float(1), through: Float(taps), by: 1) {
        sum += (between(at + index * step) + between(at - index * step)) * weight
        total += 2 * weight
        ratio *= falloff * falloff
        weight *= ratio
      }
      return sum / total
    })

  private static func reach(_ step: SIMD2<Float>, _ taps: Int32) -> SIMD2<Double> {
    SIMD2(Double(abs(step.x)), Double(abs(step.y))) * Double(taps)
  }
}
