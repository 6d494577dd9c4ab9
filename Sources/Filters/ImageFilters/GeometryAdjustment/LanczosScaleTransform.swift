import Foundation

/// CILanczosScaleTransform: scales with a windowed sinc, which preserves detail and avoids aliasing when downscaling.
///
/// Formula: c′(p) = sum_i w({x - i}) c(i), w(t) = sinc(t) sinc({t}/3), |t| < 3
package enum LanczosScaleTransform {
  static let scale = Parameter<Float>("inputScale", default: 1, min: 0, slider: 0.05...1.5, identity: 1)

  static let filter = Filter(
    "CILanczosScaleTransform", summary: "High-quality scaling, mostly to shrink.",
    categories: .extended(.geometryAdjustment), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, scale, .aspectRatio], formulas: [.region(pass)], example: ["inputScale": 0.7],
    keepsColorSpace: true,
    tolerance: Tolerance(
      absolute: 1 / 2048, relative: 1 / 512,
      because: "two passes with negative weights: what the first one's image lost to rounding is amplified"),
    neutral: [scale, .aspectRatio]
  ) { (inputs) throws(RenderError) in
    try Scaling.image(
      inputs.image, by: inputs[scale], aspect: inputs[.aspectRatio], filter: "CILanczosScaleTransform"
    ) { image, axis, step in image.gathered(by: pass, axis, step, 3 * max(1, step)) }
  }

  /// Resampling along one axis: pixels within `reach` of the source position, weighted by sinc(d) sinc(d / 3) with d
  /// the distance times 3 / reach; the weights are normalized. `step` is the distance in the input for one pixel of the
  /// result. Premultiplied, linear light; may exceed the range of its pixels. Shader:
  /// GeometryAdjustment/LanczosScaleTransform.glsl
  ///
  /// Source: Turkowski, Filters for Common Resampling Tasks, 1990; three lobes.
  package static let pass = RegionFormula(
    "lanczosScaleTransformPass", weights: .mean,
    taps: { (_: Axis, _: Float, reach: Float) in Double(2 * reach + 1) },
    region: { (output, axis: Axis, step: Float, reach: Float) in
      output.scaled(along: axis, by: Double(step)).outset(by: SIMD2<Double>(axis.vector) * Double(reach + 1))
    },
    extent: { (input, axis: Axis, step: Float, reach: Float) in
      input.outset(by: SIMD2<Double>(axis.vector) * Double(reach + 1)).scaled(along: axis, by: 1 / Double(step)).pixels
    },
    reference: { (read, at, axis: Axis, step: Float, reach: Float) in
      let axis = axis.vector
      let along = at.x * axis.x + at.y * axis.y
      let place = along * step
      let first = (place - reach - 0.5).rounded(.up) + 0.5
      var sum = SIMD4<Float>.zero
      var total: Float = 0
      for index in stride(from: Float(0), to: 2 * reach, by: 1) {
        let d = (first + index - place) * (3 / reach)
        let weight = lanczos(d)
        sum += read(0, at + axis * (first + index - along)) * weight
        total += weight
      }
      return sum * (1 / total)
    })

  private static func lanczos(_ d: Float) -> Float {
    let x = Float.pi * d
    return abs(d) < 3 ? (abs(d) > 1e-3 ? 3 * sin(x) * sin(x / 3) / (x * x) : 1) : 0
  }
}
