/// Exported because every declaration uses recipes and formulas.
@_exported import ImageGraph

/// A formula of any kind.
package enum AnyFormula: Sendable {
  case color(ColorFormula)
  case warp(WarpFormula)
  case region(RegionFormula)

  /// The compiled name of the GLSL twin.
  package var mangledName: String {
    switch self {
    case .color(let formula): formula.mangledName
    case .warp(let formula): formula.mangledName
    case .region(let formula): formula.mangledName
    }
  }
}

/// A type that the build lists as a filter: a `Filter`, or a member of a family of filters that share a declaration.
///
/// The build reads both from the source text. It finds `static let filter = Type("CIName", …)`. If `Type` is a family,
/// its parameters, formulas and typed form are those of the `Filter(name, …)` in its declaration; there, the name of a
/// label of its initialiser stands for that argument.
package protocol FilterDeclaration: Sendable {
  var filter: Filter { get }
}

/// A filter of the catalogue: its inputs, its formulas, and the recipe that builds an image from the inputs.
package struct Filter: FilterDeclaration {
  package typealias Recipe = @Sendable (Inputs) throws(RenderError) -> Node
  /// A function that returns the value of an output key that is not an image, or nil if these inputs have no such
  /// value.
  package typealias Output = @Sendable (Inputs) throws(RenderError) -> InputValue?

  package let name: String
  package let displayName: String
  /// A sentence that describes the filter's effect.
  package let summary: String
  package let categories: [Category]
  package let since: String
  package let parameters: [ParameterInfo]
  package let formulas: [AnyFormula]
  package let outputKeys: [String]
  package let example: Example
  /// Whether the result is in the declared colour space of the input image. As in Core Image, filters that only move
  /// pixels always keep it.
  package let keepsColorSpace: Bool
  /// The input that holds the maximum headroom of the result beyond white.
  package let headroomKey: String?
  /// The tolerated difference between devices and the reference.
  package let tolerance: Tolerance
  /// The parameters whose identity values together make the result equal to the input image.
  package let neutral: [ParameterInfo]
  private let outputs: [String: Output]
  private let recipe: Recipe

  /// - Parameters:
  ///   - displayName: by default, the name without `CI`, in words.
  ///   - since: the first systems that had the filter, for example `macOS 10.4 / iOS 5`.
  ///   - builtin: the protocol of its typed form in `CIFilterBuiltins`; nil if Core Image has no typed form. The build
  ///     reads it from the source text, so it must be a literal. By default, the filter's name.
  ///   - factory: the name of its typed form in `CIFilter` if that is not the filter's name; read likewise.
  ///   - outputKeys: all output keys, including those of images and bitmaps, which are created from the recipe.
  ///   - example: inputs that demonstrate the filter better than its defaults.
  ///   - neutral: the parameters with which the filter returns its input image if each has its `identity:`.
  ///   - outputs: the values of those `outputKeys` that are neither.
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

  /// Returns the filter's image, or nil if a required image or value is missing.
  ///
  /// - Throws: `invalidArgument` if a value is invalid for the filter; the text names filter and key.
  package func image(from values: [String: InputValue]) throws(RenderError) -> Node? {
    guard isComplete(values) else { return nil }
    let inputs = try checked(values)
    return isNeutral(values) ? inputs.image : try recipe(inputs)
  }

  /// Returns true if these values leave the input image unchanged.
  private func isNeutral(_ values: [String: InputValue]) -> Bool {
    !neutral.isEmpty && neutral.allSatisfy { (values[$0.key] ?? $0.defaultValue) == $0.identity }
  }

  /// Returns the value of an output key that is not an image; nil for other keys, and if a required value is missing.
  package func output(_ key: String, from values: [String: InputValue]) throws(RenderError) -> InputValue? {
    guard let output = outputs[key], isComplete(values) else { return nil }
    return try output(checked(values))
  }

  /// Returns the values after checking that each has the shape of its parameter. A value of another shape must not be
  /// treated as missing.
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
