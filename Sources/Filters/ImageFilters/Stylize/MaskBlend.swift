/// A blend of image and background by one component of a mask.
struct MaskBlend: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, since: String, example: Example = [:], formula: ColorFormula) {
    let backgroundImage = Parameter<Node>("inputBackgroundImage", type: .image, isOptional: true)
    filter = Filter(
      name, summary: summary, categories: .extended(.stylize), since: since, builtin: "CIBlendWithMask",
      parameters: [.inputImage, backgroundImage, .maskImage], formulas: [.color(formula)], example: example
    ) { inputs in
      let background = inputs.optional(backgroundImage) ?? .empty
      // The mask alone makes no pixel visible, so it does not contribute to the extent.
      return Node.combined(
        [inputs.image, background, inputs[.maskImage]], by: formula,
        extent: .stated(inputs.image.extent.union(background.extent)))
    }
  }
}
