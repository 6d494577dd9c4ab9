import Foundation

/// CIZoomBlur: blurs along rays from a point, which simulates a zooming lens.
///
/// Formula: c′(p) = {∑_j c(m + u_j (p - m))}/{100}, u_j = 1 + ({0.98}^{amount} - 1) ({1}/{2} + 0.8 z_j (1 + z_j^2))
/// Formula: z_j = {j}/{99} - {1}/{2}
package enum ZoomBlur {
  static let amount = Parameter<Float>("inputAmount", type: .distance, default: 20, slider: -200...200, identity: 0)

  static let filter = Filter(
    "CIZoomBlur", summary: "Blur along rays from a point.", categories: .extended(.blur),
    since: "macOS 10.4 / iOS 8.3 / tvOS 8.3", parameters: [.inputImage, .center, amount], formulas: [.region(formula)],
    neutral: [amount]
  ) { (inputs) throws(RenderError) in
    let (image, center, amount) = (inputs.image, inputs[.center], inputs[amount])
    guard amount.isFinite, abs(amount) <= 500, center.x.isFinite, center.y.isFinite else {
      throw .invalidArgument("CIZoomBlur: inputCenter must be finite, and inputAmount between -500 and 500")
    }
    let end = pow(0.98, Double(amount))
    let reached = image.extent.map { $0.union($0.scaled(about: center, by: 1 / end)).pixels }
    return image.gathered(by: formula, SIMD2<Float>(center), Float(end - 1)).cropped(to: reached)
  }

  /// The mean of a hundred samples at c + (p - c) u, for scales u from 1 to 1 + `range` that are denser in the middle.
  /// Samples are bilinear. Premultiplied, linear light. Shader: Blur/ZoomBlur.glsl
  ///
  /// Source: measured on Core Image with amount 30, to 1/255: a hundred samples of equal weight, at those scales. That
  /// other amounts have as many samples is our own assumption.
  package static let formula = RegionFormula(
    "zoomBlur", weights: .mean,
    taps: { (_: SIMD2<Float>, _: Float) in 400 },
    region: { (output, center: SIMD2<Float>, range: Float) in
      output.union(output.scaled(about: SIMD2(center), by: 1 + Double(range))).outset(by: 1)
    },
    extent: { (input, center: SIMD2<Float>, range: Float) in
      input.union(input.scaled(about: SIMD2(center), by: 1 / max(1 + Double(range), 1e-6))).outset(by: 1)
    },
    reference: { (read, at, center: SIMD2<Float>, range: Float) in
      var sum = SIMD4<Float>.zero
      for tap in 0..<100 {
        let z = Float(tap) * (1 / 99) - 0.5
        let scale = 1 + range * (0.5 + 0.8 * z * (1 + z * z))
        sum += RegionFormula.bilinear(read, 0, center + (at - center) * scale)
      }
      return sum * 0.01
    })
}

extension UserRect {
  /// Returns the rectangle scaled about a point.
  fileprivate func scaled(about point: SIMD2<Double>, by factor: Double) -> UserRect {
    UserRect(point + (min - point) * factor, point + (max - point) * factor)
  }
}
