import ImageGraph

/// CIBlendWithAlphaMask: the image where the mask's alpha is 1, the background where it is 0.
///
/// Formula: C = B + (S - B) m_a
///
/// Source: Core Image's filter reference.
package enum BlendWithAlphaMask {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image, isOptional: true)
  static let maskImage = Parameter<Node>("inputMaskImage", type: .image)

  static let filter = Filter(
    "CIBlendWithAlphaMask", displayName: "Blend With Alpha Mask",
    summary: "Mixes image and background by the alpha of a mask.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.9 / iOS 7 / tvOS 7",
    builtin: "CIBlendWithMask",
    parameters: [image, backgroundImage, maskImage], formulas: [.color(formula)]
  ) { inputs in
    let background = inputs.optional(backgroundImage) ?? .empty
    // The mask alone makes nothing visible, so it does not count in the extent.
    return Node.combined(
      [inputs[image], background, inputs[maskImage]], by: formula,
      extent: .stated(inputs[image].extent.union(background.extent)))
  }

  /// B + (S - B) m with m the mask's alpha, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithAlphaMask.glsl
  package static let formula = ColorFormula(mask: "blendWithAlphaMask") { source, background, mask in
    mix(background, source, mask.alpha)
  }
}
