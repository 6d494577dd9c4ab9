/// CIBicubicScaleTransform: scales with a cubic kernel of the family of Mitchell and Netravali.
///
/// Formula: c′(p) = {sum_i k(x - i) c(i)}/{sum_i k(x - i)}, k : " cubic of B and C"
package enum BicubicScaleTransform {
  static let scale = Parameter<Float>("inputScale", default: 1, min: 0, slider: 0.05...100, identity: 1)
  static let b = Parameter<Float>("inputB", property: "parameterB", default: 0, min: 0, max: 1, slider: 0...1)
  static let c = Parameter<Float>("inputC", property: "parameterC", default: 0.75, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIBicubicScaleTransform", summary: "Scales with a cubic kernel chosen by B and C.",
    categories: .extended(.geometryAdjustment, .nonSquarePixels), since: "macOS 10.13 / iOS 11 / tvOS 11",
    parameters: [.inputImage, scale, .aspectRatio, b, c], formulas: [.region(pass)], example: ["inputScale": 0.7],
    tolerance: Tolerance(
      absolute: 1 / 2048, relative: 1 / 512,
      because: "two passes with negative weights: what the first one's image lost to rounding is amplified"),
    neutral: [scale, .aspectRatio]
  ) { (inputs) throws(RenderError) in
    let (b, c) = (inputs[b], inputs[c])
    guard b.isFinite, c.isFinite else {
      throw .invalidArgument("CIBicubicScaleTransform: inputB and inputC must be finite")
    }
    return try Scaling.image(
      inputs.image, by: inputs[scale], aspect: inputs[.aspectRatio], filter: "CIBicubicScaleTransform"
    ) { image, axis, step in image.gathered(by: pass, axis, step, 2 * max(1, step), SIMD2(b, c)) }
  }

  /// Resampling along one axis: pixels within `reach` of the source position, weighted by k(d; B, C) with d the
  /// distance times 2 / reach; the weights are normalized. `step` is the distance in the input for one pixel of the
  /// result. Premultiplied, linear light; may exceed the range of its pixels. Shader:
  /// GeometryAdjustment/BicubicScaleTransform.glsl
  ///
  /// Source: Mitchell and Netravali, Reconstruction Filters in Computer Graphics, 1988, formula 8.
  package static let pass = RegionFormula(
    "bicubicScaleTransformPass", weights: .mean,
    taps: { (_: Axis, _: Float, reach: Float, _: SIMD2<Float>) in Double(2 * reach + 1) },
    region: { (output, axis: Axis, step: Float, reach: Float, _: SIMD2<Float>) in
      output.scaled(along: axis, by: Double(step)).outset(by: SIMD2<Double>(axis.vector) * Double(reach + 1))
    },
    extent: { (input, axis: Axis, step: Float, reach: Float, _: SIMD2<Float>) in
      input.outset(by: SIMD2<Double>(axis.vector) * Double(reach + 1)).scaled(along: axis, by: 1 / Double(step)).pixels
    },
    reference: { (read, at, axis: Axis, step: Float, reach: Float, shape: SIMD2<Float>) in
      let axis = axis.vector
      let along = at.x * axis.x + at.y * axis.y
      let position = along * step
      let first = (position - reach - 0.5).rounded(.up) + 0.5
      var sum = SIMD4<Float>.zero
      var total: Float = 0
      for index in stride(from: Float(0), to: 2 * reach, by: 1) {
        let weight = cubic(abs(first + index - position) * (2 / reach), shape.x, shape.y)
        sum += read(0, at + axis * (first + index - along)) * weight
        total += weight
      }
      return sum * (1 / total)
    })

  /// Returns k(d; B, C) for d >= 0, times 6.
  private static func cubic(_ d: Float, _ b: Float, _ c: Float) -> Float {
    let near = ((12 - 9 * b - 6 * c) * d + (-18 + 12 * b + 6 * c)) * d * d + (6 - 2 * b)
    let far = (((-b - 6 * c) * d + (6 * b + 30 * c)) * d + (-12 * b - 48 * c)) * d + (8 * b + 24 * c)
    return d < 1 ? near : d < 2 ? far : 0
  }
}
