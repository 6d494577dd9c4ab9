import ImageGraph

/// CIBlendWithBlueMask: the image where the mask's blue is 1, the background where it is 0.
///
/// Formula: C = B + (S - B) m_b
///
/// Source: Core Image's filter reference.
package enum BlendWithBlueMask {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image, isOptional: true)
  static let maskImage = Parameter<Node>("inputMaskImage", type: .image)

  static let filter = Filter(
    "CIBlendWithBlueMask", displayName: "Blend With Blue Mask",
    summary: "Mixes image and background by the blue of a mask.",
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

  /// B + (S - B) m with m the mask's blue, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithBlueMask.glsl
  package static let formula = ColorFormula(mask: "blendWithBlueMask") { source, background, mask in
    mix(background, source, mask.blue)
  }
}
