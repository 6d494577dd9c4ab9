/// CIColorAbsoluteDifference: the absolute difference of two images, component by component.
///
/// Formula: rgb′ = |rgb_1 - rgb_2|, a′ = a_1 a_2
package enum ColorAbsoluteDifference {
  static let image2 = Parameter<Node>("inputImage2", property: "inputImage2", type: .image)

  static let filter = Filter(
    "CIColorAbsoluteDifference", summary: "Absolute difference of two images.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 11.0 / iOS 14 / tvOS 14",
    parameters: [.inputImage, image2], formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs.image, inputs[image2]], by: formula, extent: .intersection)
  }

  /// |A Ba - B Aa| with alpha Aa Ba: the difference of the straight colours, premultiplied; linear light.
  /// Shader: ColorAdjustment/ColorAbsoluteDifference.glsl
  ///
  /// Source: Core Image's filter reference; the extent is measured on a real image.
  package static let formula = ColorFormula(blend: "colorAbsoluteDifference", preserves: .opacity) { first, second in
    let difference = (first.rgb * second.alpha - second.rgb * first.alpha).map(\.magnitude)
    return Color(difference, first.alpha * second.alpha)
  }
}
