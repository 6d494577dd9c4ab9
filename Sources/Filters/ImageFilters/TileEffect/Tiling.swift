/// A tiling by cells that are rotated or mirrored about the corners of a cell.
struct Tiling: FilterDeclaration {
  static let width = Parameter<Float>(
    "inputWidth", type: .distance, default: 100, min: 0, slider: 1...200, identity: 100)

  let filter: Filter

  init(_ name: String, summary: String, formula: WarpFormula) {
    filter = Filter(
      name, summary: summary, categories: .extended(.tileEffect), since: "macOS 10.5 / iOS 6 / tvOS 6",
      parameters: [.inputImage, .center, .angle, Tiling.width], formulas: [.warp(formula)]
    ) { inputs in
      inputs.image.tiled(by: formula, center: inputs[.center], angle: inputs[.angle], width: inputs[Self.width])
    }
  }
}

/// A tiling by cells whose sides meet at an angle.
struct SlantedTiling: FilterDeclaration {
  static let acuteAngle = Parameter<Float>(
    "inputAcuteAngle", type: .angle, default: .pi / 2, slider: -Double.pi...Double.pi, identity: .pi / 2)

  let filter: Filter

  init(_ name: String, summary: String, since: String, parameters: [any AnyParameter], formula: WarpFormula) {
    filter = Filter(
      name, summary: summary, categories: .extended(.tileEffect), since: since,
      parameters: parameters, formulas: [.warp(formula)]
    ) { inputs in
      inputs.image.tiled(
        by: formula, center: inputs[.center], angle: inputs[.angle], width: inputs[Tiling.width],
        acuteAngle: inputs[Self.acuteAngle])
    }
  }
}
