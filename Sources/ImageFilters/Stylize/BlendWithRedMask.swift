import ImageGraph

/// CIBlendWithRedMask: the image where the mask's red is 1, the background where it is 0.
///
/// Formula: C = B + (S - B) m_r
///
/// Source: Core Image's filter reference.
package enum BlendWithRedMask {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image, isOptional: true)
  static let maskImage = Parameter<Node>("inputMaskImage", type: .image)

  static let filter = Filter(
    "CIBlendWithRedMask", displayName: "Blend With Red Mask",
    summary: "Mixes image and background by the red of a mask.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.13 / iOS 11 / tvOS 11",
    builtin: "CIBlendWithMask",
    parameters: [image, backgroundImage, maskImage], formulas: [.color(formula)]
  ) { inputs in
    let background = inputs.optional(backgroundImage) ?? .empty
    // The mask alone makes nothing visible, so it does not count in the extent.
    return Node.combined(
      [inputs[image], background, inputs[maskImage]], by: formula,
      extent: .stated(inputs[image].extent.union(background.extent)))
  }

  /// B + (S - B) m with m the mask's red, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithRedMask.glsl
  package static let formula = ColorFormula(mask: "blendWithRedMask") { source, background, mask in
    mix(background, source, mask.red)
  }
}
