/// Every declaration is written in the words of recipes and formulas.
@_exported import ImageGraph

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

/// What the build lists as a filter: a `Filter`, or a member of a family, which knows what its filters share.
///
/// The build reads both from the source text. It finds `static let filter = Type("CIName", …)`; where `Type` is a
/// family, its parameters, formulas and typed form are those of the `Filter(name, …)` in its declaration, in which a
/// name of one of its initialiser's labels stands for that argument.
package protocol FilterDeclaration: Sendable {
  var filter: Filter { get }
}

/// One filter of the catalogue: what people set, what formulas need, and the recipe that leads from one to the other.
package struct Filter: FilterDeclaration {
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
  package let example: Example
  /// True when the result is in the colour space that the input image is said to be in; as in Core Image, moving pixels
  /// keeps it anyway.
  package let keepsColorSpace: Bool
  /// The input that says how far beyond white the result goes at most.
  package let headroomKey: String?
  /// How far devices may be from the reference.
  package let tolerance: Tolerance
  /// Those with which the result is the input image: where each has the value that it calls its identity.
  package let neutral: [ParameterInfo]
  private let outputs: [String: Output]
  private let recipe: Recipe

  /// - Parameters:
  ///   - displayName: left out: the name without `CI`, in words.
  ///   - since: the first systems that had the filter, for example `macOS 10.4 / iOS 5`.
  ///   - builtin: the protocol of its typed form in `CIFilterBuiltins`; nil when Core Image has no typed form. The
  ///     build reads it from the source text, so it must be a literal. Left out: the filter's name.
  ///   - factory: what `CIFilter` calls its typed form where that is not its name; read likewise.
  ///   - outputKeys: all of them, also those of images and bitmaps, which are made from the recipe.
  ///   - example: what shows the filter better than its defaults do.
  ///   - neutral: those with which the filter gives its input image back, where each has its `identity:`.
  ///   - outputs: what those of `outputKeys` give that are neither.
  package init(
    _ name: String, displayName: String? = nil, summary: String, categories: [Category], since: String,
    builtin: String? = "", factory _: String? = nil, parameters: [any AnyParameter], formulas: [AnyFormula] = [],
    outputKeys: [String] = ["outputImage"], outputs: [String: Output] = [:], example: Example = [:],
    keepsColorSpace: Bool = false, headroomKey: String? = nil, tolerance: Tolerance = .half,
    neutral: [any AnyParameter] = [], recipe: @escaping Recipe
  ) {
    (self.name, self.displayName, self.summary) = (name, displayName ?? inWords(name.dropFirst(2)), summary)
    (self.categories, self.since) = (categories, since)
    self.parameters = parameters.map(\.info)
    (self.formulas, self.outputKeys, self.outputs, self.recipe) = (formulas, outputKeys, outputs, recipe)
    (self.example, self.keepsColorSpace, self.headroomKey) = (example, keepsColorSpace, headroomKey)
    (self.tolerance, self.neutral) = (tolerance, neutral.map(\.info))
  }

  package var filter: Filter { self }

  package func parameter(_ key: String) -> ParameterInfo? { parameters.first { $0.key == key } }

  /// The filter's image, or nil while an image or a value that it needs is missing.
  ///
  /// - Throws: `invalidArgument` when a value has no meaning for the filter; the text names filter and key.
  package func image(from values: [String: InputValue]) throws(RenderError) -> Node? {
    guard isComplete(values) else { return nil }
    let inputs = try checked(values)
    return isNeutral(values) ? inputs.image : try recipe(inputs)
  }

  /// True where these values leave the input image as it is.
  private func isNeutral(_ values: [String: InputValue]) -> Bool {
    !neutral.isEmpty && neutral.allSatisfy { (values[$0.key] ?? $0.defaultValue) == $0.identity }
  }

  /// What stands under an output key that is no image; nil for other keys, and while a value that it needs is missing.
  package func output(_ key: String, from values: [String: InputValue]) throws(RenderError) -> InputValue? {
    guard let output = outputs[key], isComplete(values) else { return nil }
    return try output(checked(values))
  }

  /// The values, each of the shape of its parameter: what is not must not pass for one that was not given.
  private func checked(_ values: [String: InputValue]) throws(RenderError) -> Inputs {
    for parameter in parameters {
      guard let value = values[parameter.key], !parameter.accepts(value) else { continue }
      throw .invalidArgument("\(name): \(parameter.key) is \(value); give \(parameter.shape)")
    }
    return Inputs(values)
  }

  private func isComplete(_ values: [String: InputValue]) -> Bool {
    !parameters.contains { $0.defaultValue == nil && !$0.isOptional && values[$0.key] == nil }
  }
}
