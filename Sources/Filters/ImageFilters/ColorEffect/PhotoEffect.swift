/// A photo look, stored as a colour table.
///
/// Formula: rgb′ = decode(T(encode(rgb))), T : " a table of colours"
struct PhotoEffect: FilterDeclaration {
  let filter: Filter

  /// - Parameter hasLimits: whether Core Image's attributes limit `inputExtrapolate` to 0...1.
  init(_ name: String, summary: String, hasLimits: Bool = true, table: PhotoEffectTable) {
    let extrapolate = Parameter<Bool>(
      "inputExtrapolate", type: .boolean, default: false, min: hasLimits ? 0 : nil, max: hasLimits ? 1 : nil)
    let image = table.image(inWords(name.dropFirst(2)).lowercased())
    filter = Filter(
      name, summary: summary, categories: .extendedPointwise(.colorEffect, .xmpSerializable),
      since: "macOS 10.9 / iOS 7 / tvOS 7", builtin: "CIPhotoEffect", parameters: [.inputImage, extrapolate],
      formulas: [.region(CubeTable.lookup), .color(PhotoEffect.excess)]
    ) { inputs in
      // The table holds straight, sRGB-encoded colours.
      let coded = inputs.image.mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.sRGBFromLinear)
        .mapped(by: ColorConversions.premultiply)
      let toned = Node.gathered([coded, image], by: CubeTable.lookup, Float(table.size), Float(0))
        .mapped(by: ColorConversions.clampToAlpha).mapped(by: ColorConversions.unpremultiply)
        .mapped(by: ColorConversions.linearFromSRGB).mapped(by: ColorConversions.premultiply)
      return inputs[extrapolate] ? Node.combined([toned, inputs.image], by: Self.excess, extent: .last) : toned
    }
  }

  /// The toned colour plus the part of the image's colour below 0 or above alpha; alpha of the image. Premultiplied,
  /// linear light. Shader: ColorEffect/PhotoEffect.glsl
  ///
  /// Source: our own.
  static let excess = ColorFormula(blend: "photoEffectExcess", preserves: .opacity) { toned, image in
    let alpha = image.alpha.atLeast(0)
    func outside(_ c: Lane) -> Lane { c.atMost(0) + (c - alpha).atLeast(0) }
    return Color(toned.rgb + image.rgb.map(outside), image.alpha)
  }
}
