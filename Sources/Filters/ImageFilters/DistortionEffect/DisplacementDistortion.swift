/// CIDisplacementDistortion: moves each pixel by the colour of another image.
///
/// Formula: source(p) = p + scale ((r, g)(p) - ({1}/{2}, {1}/{2}))
package enum DisplacementDistortion {
  static let displacementImage = Parameter<Node>("inputDisplacementImage", type: .image)
  static let scale = Parameter<Float>("inputScale", type: .distance, default: 50, min: 0, slider: 0...200, identity: 0)

  static let filter = Filter(
    "CIDisplacementDistortion", summary: "Shifts pixels by the grey of a second image.",
    categories: .extended(.distortionEffect), since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, displacementImage, scale], formulas: [.region(formula)], neutral: [scale]
  ) { inputs in
    Node.gathered([inputs.image, inputs[displacementImage]], by: formula, inputs[scale])
  }

  /// Pixels come from an offset of `scale` times (red, green) - 1/2 of the other image, so a grey moves them along the
  /// diagonal. Where the other image is clear they are unchanged. Its straight colours are used, limited to 0...1, in
  /// linear light. Shader: DistortionEffect/DisplacementDistortion.glsl
  ///
  /// Source: our own, as feDisplacementMap of SVG (Filter Effects Module 1, 9.13); Core Image's is not public.
  package static let formula = RegionFormula(
    "displacement", inputs: 2, movesPixels: true,
    taps: { (_: Float) in 4 },
    region: { (input, output, scale: Float) in
      input == 0 ? output.outset(by: Double(abs(scale)) / 2 + 1) : output
    },
    extent: { (inputs, _: Float) in inputs[0] },
    reference: { (read, at, scale: Float) in
      let color = read(1, at)
      let straight = SIMD2(color.x, color.y) / max(color.w, 1e-6)
      let shift = straight.clamped(lowerBound: .zero, upperBound: .one) - 0.5
      return RegionFormula.bilinear(read, 0, color.w > 0 ? at + shift * scale : at)
    })
}
