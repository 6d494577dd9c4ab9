import Foundation

/// CIZoomBlur: blurs along rays from a point, as if the lens had zoomed.
///
/// Formula: c′(p) = {∑_u w_u c(m + u (p - m))}/{∑_u w_u}, w_u = u e^{-{(u - μ)^2}/{2 σ^2}}
package enum ZoomBlur {
  static let amount = Parameter<Float>("inputAmount", type: .distance, default: 20, slider: -200...200, identity: 0)

  static let filter = Filter(
    "CIZoomBlur", summary: "Blur along rays from a point.", categories: .extended(.blur),
    since: "macOS 10.4 / iOS 8.3 / tvOS 8.3", parameters: [.inputImage, .center, amount], formulas: [.region(pass)]
  ) { (inputs) throws(RenderError) in
    let (image, center, amount) = (inputs.image, inputs[.center], inputs[amount])
    guard amount.isFinite, abs(amount) <= 500, center.x.isFinite, center.y.isFinite else {
      throw .invalidArgument("CIZoomBlur: inputCenter must be finite and inputAmount lie in -500...500")
    }
    let end = pow(0.98, Double(amount))
    guard end != 1 else { return image }
    let reached = image.extent.map { $0.union($0.scaled(about: center, by: 1 / end)).pixels }
    // As many taps as the farthest pixel is moved by, but spread over two passes.
    let far = reached.rect.map { rect in
      let way = SIMD2(
        max(abs(rect.min.x - center.x), abs(rect.max.x - center.x)),
        max(abs(rect.min.y - center.y), abs(rect.max.y - center.y)))
      return (way * way).sum().squareRoot()
    }
    let count = min(max((min(far ?? 1000, 1e4) * abs(1 - end) / max(end, 1)).squareRoot().rounded(.up), 2), 32)
    let step = pow(end, 1 / count)
    let fine = pow(step, 1 / count)
    let middle = (1 + end) / 2
    let spread = bell / (1 - end)
    let place = SIMD2<Float>(center)
    // Each sample of the second pass stands for the scales from its own to the next, so it is weighed at their middle.
    let weigh = Float(step.squareRoot())
    return
      image
      .gathered(by: pass, place, SIMD2(Float(fine.squareRoot()), Float(fine)), Int32(count), SIMD2<Float>(0, 0))
      .gathered(
        by: pass, place, SIMD2(1, Float(step)), Int32(count),
        SIMD2(Float(middle) / weigh, Float(spread * spread) * weigh * weigh)
      )
      .cropped(to: reached)
  }

  /// 1 / (σ √2) of the Gaussian of scales, over their whole range.
  private static let bell = 1.55

  /// The weighted mean of what lies at c + (p - c) u for scales u that start at `scales`.x and are multiplied by
  /// `scales`.y from tap to tap. A scale's weight is u exp(-(u - bell.x)² bell.y): u for the distance to the next one,
  /// times a Gaussian. Pixels are mixed with their neighbours. Premultiplied, linear light. Shader: Blur/ZoomBlur.glsl
  ///
  /// Source: fitted on Core Image's pixels: scales from 1 to 0.98^amount, a Gaussian about their middle with a sigma of
  /// 0.456 of the range; alpha agrees within 2/255.
  package static let pass = RegionFormula(
    "zoomBlurPass", weights: .mean,
    taps: { (_: SIMD2<Float>, _: SIMD2<Float>, taps: Int32, _: SIMD2<Float>) in Double(4 * taps) },
    region: { (output, center: SIMD2<Float>, scales: SIMD2<Float>, taps: Int32, _: SIMD2<Float>) in
      let ends = ends(scales, taps)
      let (a, b) = (output.scaled(about: SIMD2(center), by: ends.x), output.scaled(about: SIMD2(center), by: ends.y))
      return a.union(b).outset(by: 1)
    },
    extent: { (input, center: SIMD2<Float>, scales: SIMD2<Float>, taps: Int32, _: SIMD2<Float>) in
      let ends = ends(scales, taps)
      let (a, b) = (
        input.scaled(about: SIMD2(center), by: 1 / ends.x), input.scaled(about: SIMD2(center), by: 1 / ends.y)
      )
      return a.union(b).outset(by: 1)
    },
    reference: { (read, at, center: SIMD2<Float>, scales: SIMD2<Float>, taps: Int32, bell: SIMD2<Float>) in
      var (sum, total, scale) = (SIMD4<Float>.zero, Float(0), scales.x)
      for _ in 0..<taps {
        let weight = scale * exp(-(scale - bell.x) * (scale - bell.x) * bell.y)
        sum += RegionFormula.bilinear(read, 0, center + (at - center) * scale) * weight
        total += weight
        scale *= scales.y
      }
      return sum / total
    })

  /// The first and the last scale.
  private static func ends(_ scales: SIMD2<Float>, _ taps: Int32) -> SIMD2<Double> {
    [Double(scales.x), Double(scales.x) * pow(Double(scales.y), Double(max(taps - 1, 0)))]
  }
}

extension UserRect {
  /// Scaled about a point.
  fileprivate func scaled(about point: SIMD2<Double>, by factor: Double) -> UserRect {
    UserRect(point + (min - point) * factor, point + (max - point) * factor)
  }
}
