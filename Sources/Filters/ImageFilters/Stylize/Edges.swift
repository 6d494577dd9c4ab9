/// CIEdges: bright lines where colours change.
///
/// Formula: c′ = intensity sqrt({∂_x c}^2 + {∂_y c}^2)
package enum Edges {
  static let intensity = Parameter<Float>("inputIntensity", default: 1, min: 0, slider: 0...10, identity: 0)

  static let filter = Filter(
    "CIEdges", summary: "Edge strength in colour.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, intensity], formulas: [.region(formula)]
  ) { inputs in
    inputs.image.clampedToExtent.gathered(by: formula, inputs[intensity]).cropped(to: inputs.image.extent)
  }

  /// The length of the gradient by Sobel's operator (as in CISobelGradients), times `intensity`, for red, green and
  /// blue independently; alpha unchanged. Premultiplied, linear light, edges repeated. Shader: Stylize/Edges.glsl
  ///
  /// Source: our own choice of the operator; Core Image's is not public.
  package static let formula = RegionFormula(
    "edges",
    taps: { (_: Float) in 9 },
    region: { (output, _: Float) in output.outset(by: 1) },
    extent: { (input, _: Float) in input.outset(by: 1) },
    reference: { (read, at, intensity: Float) in
      let (x, y) = SobelGradients.sobel(read, at)
      var result = (x * x + y * y).squareRoot() * intensity
      result.w = read(0, at).w
      return result
    })
}
