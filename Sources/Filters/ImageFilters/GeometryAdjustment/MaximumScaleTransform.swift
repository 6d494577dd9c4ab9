/// CIMaximumScaleTransform: scales so that bright details are preserved: each pixel is the maximum of the pixels that
/// it covers.
///
/// Formula: c′(p) = max_{q ∈ p} c(q)
package enum MaximumScaleTransform {
  static let scale = Parameter<Float>("inputScale", default: 1, min: 0, slider: 0.05...1.5)
  static let aspectRatio = Parameter<Float>("inputAspectRatio", default: 1, min: 0, slider: 0.5...2)

  static let filter = Filter(
    "CIMaximumScaleTransform", summary: "Scales keeping the maximum of the neighbours.",
    categories: .extended(.geometryAdjustment), since: "macOS 15.0 / iOS 18 / tvOS 18",
    parameters: [.inputImage, scale, aspectRatio], formulas: [.region(pass)]
  ) { (inputs) throws(RenderError) in
    try Scaling.image(
      inputs.image, by: inputs[scale], aspect: inputs[aspectRatio], filter: "CIMaximumScaleTransform"
    ) { image, axis, step in image.gathered(by: pass, axis, step) }
  }

  /// Resampling along one axis: the largest of each component of the pixels of which a pixel of the result covers more
  /// than a thousandth. `step` is the width of a result pixel in input pixels. Premultiplied, linear light. Shader:
  /// GeometryAdjustment/MaximumScaleTransform.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let pass = RegionFormula(
    "maximumScaleTransformPass",
    taps: { (_: Axis, step: Float) in Double(step + 1) },
    region: { (output, axis: Axis, step: Float) in
      output.scaled(along: axis, by: Double(step)).outset(by: SIMD2<Double>(axis.vector))
    },
    extent: { (input, axis: Axis, step: Float) in input.scaled(along: axis, by: 1 / Double(step)).pixels },
    reference: { (read, at, axis: Axis, step: Float) in
      let axis = axis.vector
      let along = at.x * axis.x + at.y * axis.y
      let first = ((along - 0.5) * step + 1e-3).rounded(.down) + 0.5
      let end = (along + 0.5) * step - 1e-3
      var result = read(0, at + axis * (first - along))
      for index in stride(from: Float(1), through: step + 1, by: 1) where first + index - 0.5 < end {
        result = Morphology.greatest(result, read(0, at + axis * (first + index - along)))
      }
      return result
    })
}
