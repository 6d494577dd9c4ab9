import ImageGraph

/// Core Image's filter categories.
package enum Category: String, Sendable, CaseIterable {
  case distortionEffect = "CICategoryDistortionEffect"
  case geometryAdjustment = "CICategoryGeometryAdjustment"
  case compositeOperation = "CICategoryCompositeOperation"
  case halftoneEffect = "CICategoryHalftoneEffect"
  case colorAdjustment = "CICategoryColorAdjustment"
  case colorEffect = "CICategoryColorEffect"
  case transition = "CICategoryTransition"
  case tileEffect = "CICategoryTileEffect"
  case generator = "CICategoryGenerator"
  case reduction = "CICategoryReduction"
  case gradient = "CICategoryGradient"
  case stylize = "CICategoryStylize"
  case sharpen = "CICategorySharpen"
  case blur = "CICategoryBlur"
  case video = "CICategoryVideo"
  case stillImage = "CICategoryStillImage"
  case interlaced = "CICategoryInterlaced"
  case nonSquarePixels = "CICategoryNonSquarePixels"
  case highDynamicRange = "CICategoryHighDynamicRange"
  case builtIn = "CICategoryBuiltIn"
  case xmpSerializable = "CICategoryXMPSerializable"
}

/// A formula of any kind.
package enum AnyFormula: Sendable {
  case color(ColorFormula)
  case warp(WarpFormula)
  case region(RegionFormula)

  /// The GLSL twin's compiled name.
  package var mangledName: String {
    switch self {
    case .color(let formula): formula.mangledName
    case .warp(let formula): formula.mangledName
    case .region(let formula): formula.mangledName
    }
  }
}

/// One filter of the catalogue: what people set, what formulas need, and the recipe that leads from one to the other.
package struct Filter: Sendable {
  package typealias Recipe = @Sendable (Inputs) throws(RenderError) -> Node
  /// What stands under an output key that is no image; nil when these inputs have no such thing.
  package typealias Output = @Sendable (Inputs) throws(RenderError) -> InputValue?

  package let name: String
  package let displayName: String
  /// One sentence on what it does.
  package let summary: String
  package let categories: [Category]
  package let since: String
  package let parameters: [ParameterInfo]
  package let formulas: [AnyFormula]
  package let outputKeys: [String]
  private let outputs: [String: Output]
  private let recipe: Recipe

  /// - Parameters:
  ///   - since: the first systems that had the filter, for example `macOS 10.4 / iOS 5`.
  ///   - builtin: the protocol of its typed form in `CIFilterBuiltins`; nil when Core Image has no typed form. The build
  ///     reads it from the source text, so it must be a literal. Left out: the filter's name.
  ///   - outputKeys: all of them, also those of images and bitmaps, which are made from the recipe.
  ///   - outputs: what those of `outputKeys` give that are neither.
  package init(
    _ name: String, displayName: String, summary: String, categories: [Category], since: String,
    builtin: String? = "", parameters: [any AnyParameter], formulas: [AnyFormula] = [],
    outputKeys: [String] = ["outputImage"], outputs: [String: Output] = [:], recipe: @escaping Recipe
  ) {
    (self.name, self.displayName, self.summary) = (name, displayName, summary)
    (self.categories, self.since) = (categories, since)
    self.parameters = parameters.map(\.info)
    (self.formulas, self.outputKeys, self.outputs, self.recipe) = (formulas, outputKeys, outputs, recipe)
  }

  package func parameter(_ key: String) -> ParameterInfo? { parameters.first { $0.key == key } }

  /// The filter's image, or nil while an image or a value that it needs is missing.
  ///
  /// - Throws: `invalidArgument` when a value has no meaning for the filter; the text names filter and key.
  package func image(from values: [String: InputValue]) throws(RenderError) -> Node? {
    isComplete(values) ? try recipe(Inputs(values)) : nil
  }

  /// What stands under an output key that is no image; nil for other keys, and while a value that it needs is missing.
  package func output(_ key: String, from values: [String: InputValue]) throws(RenderError) -> InputValue? {
    guard let output = outputs[key], isComplete(values) else { return nil }
    return try output(Inputs(values))
  }

  private func isComplete(_ values: [String: InputValue]) -> Bool {
    !parameters.contains { $0.defaultValue == nil && !$0.isOptional && values[$0.key] == nil }
  }
}
