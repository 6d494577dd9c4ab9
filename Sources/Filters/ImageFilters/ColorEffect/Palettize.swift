/// CIPalettize: replaces each pixel with the nearest colour of a palette.
///
/// Formula: rgb′ = m_k, k = argmin_k |rgb - m_k|
///
/// Source: Core Image's filter reference; that the perceptual space is the sRGB encoding is our own choice.
package enum Palettize {
  static let filter = Filter(
    "CIPalettize", summary: "Paints each pixel with the nearest palette colour.", categories: .usual(.colorEffect),
    since: "macOS 10.15 / iOS 13 / tvOS 13", parameters: [.inputImage, .paletteImage, .perceptual],
    formulas: [.region(Palette.nearestColor)]
  ) { (inputs) throws(RenderError) in
    let isPerceptual = inputs[.perceptual]
    let palette = try Palette.row(
      of: inputs[.paletteImage], key: "inputPaletteImage", filter: "CIPalettize", perceptual: isPerceptual)
    let image = Palette.compared(inputs.image, perceptual: isPerceptual)
    let painted = Node.gathered([image, palette.node], by: Palette.nearestColor, Int32(palette.count))
    guard isPerceptual else { return painted }
    return painted.mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.linearFromSRGB)
      .mapped(by: ColorConversions.premultiply)
  }
}
