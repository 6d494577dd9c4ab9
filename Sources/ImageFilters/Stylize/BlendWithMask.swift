import ImageGraph

/// CIBlendWithMask: the image where the mask is bright, the background where it is dark.
///
/// Formula: C = B + (S - B) m_g
///
/// Source: Core Image's filter reference; that grey is green is measured.
package enum BlendWithMask {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image, isOptional: true)
  static let maskImage = Parameter<Node>("inputMaskImage", type: .image)

  static let filter = Filter(
    "CIBlendWithMask", displayName: "Blend With Mask",
    summary: "Mixes image and background by the GREEN channel of a mask.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [image, backgroundImage, maskImage], formulas: [.color(formula)]
  ) { inputs in
    let background = inputs.optional(backgroundImage) ?? .empty
    // The mask alone makes nothing visible, so it does not count in the extent.
    return Node.combined(
      [inputs[image], background, inputs[maskImage]], by: formula,
      extent: .stated(inputs[image].extent.union(background.extent)))
  }

  /// B + (S - B) g with g the mask's green, premultiplied like all components; linear light.
  /// Shader: Stylize/BlendWithMask.glsl
  package static let formula = ColorFormula(
    mask: "blendWithMask", chosen: { colors in colors[2]?.y == 1 ? 0 : colors[2]?.y == 0 ? 1 : nil }
  ) { source, background, mask in
    mix(background, source, mask.green)
  }
}
