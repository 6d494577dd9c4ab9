/// Returns the Swift source of CIFilterBuiltins: a protocol for each kind of filter, a class and a factory for each
/// filter.
func builtinsText(_ filters: [ParsedFilter]) throws -> String {
  let typed = filters.filter { $0.builtin != nil }
  var sections = [
    "import Foundation\nimport ImageFilters\n\n// Written by CatalogueCompiler when the package is built.\n"
  ]

  let groups = Dictionary(grouping: typed) { $0.builtin! }
  var protocols = groups.map { name, members in Protocol(name: name, members: members) }
  for shared in sharedProtocols where groups[shared.name] == nil {
    // Emitted if a protocol inherits it, even if no filter has it as its own protocol.
    let heirs = protocols.filter { $0.parent == shared.name }
    if let heir = heirs.first {
      protocols.append(
        Protocol(
          name: shared.name, summary: "The inputs that \(heirs.count) kinds of filters have in common.",
          properties: heir.inherited.map { property in agreed(property, heirs.map(\.inherited)) }))
    }
  }
  sections += protocols.sorted { $0.name < $1.name }.map(\.text)
  sections += typed.map { filter in
    let type = className(filter.name)
    return """
      final class \(type): CIFilter, \(filter.builtin!) {}

      extension CIFilter {
        /// Returns a new \(filter.name) with its defaults: \(filter.summary)
        public class func \(filter.factory ?? factoryName(filter.name))() -> any CIFilter & \(filter.builtin!) {
          \(type)(builtin: "\(filter.name)")
        }
      }

      """
  }
  sections.append(
    """
    /// Returns a filter with its defaults, as an instance of its typed class if it has one.
    func typedForm(_ definition: Filter) -> CIFilter {
      switch definition.name {
    \(typed.map { "  case \"\($0.name)\": \(className($0.name))(definition)" }.joined(separator: "\n"))
      default: CIFilter(definition)
      }
    }

    """)
  return sections.joined(separator: "\n")
}

/// Returns the class name, for example `GaussianBlurFilter` for `CIGaussianBlur`.
private func className(_ filter: String) -> String { String(filter.dropFirst(2)) + "Filter" }

/// A typed property of a filter.
private struct Property {
  let name: String
  let type: String
  let key: String
  var sentence: String
  let shortSentence: String

  init(_ parameter: ParsedParameter) {
    key = parameter.key
    name = parameter.property ?? propertyName(parameter.key)
    type = parameter.typed ?? swiftType(of: parameter)
    (sentence, shortSentence) = (parameter.sentence, parameter.shortSentence)
  }

  /// Returns whether code that uses this property can use the other.
  func isSame(as other: Property) -> Bool { (name, type, key) == (other.name, other.type, other.key) }

  var requirement: String { "  /// \(sentence)\n  var \(name): \(type) { get set }" }

  var implementation: String {
    """
      var \(name): \(type) {
        get { typed("\(key)") }
        set { setTyped(newValue, "\(key)") }
      }
    """
  }
}

/// Returns the property with its full sentence if that is the same for all filters with the property; otherwise with
/// the short sentence.
private func agreed(_ property: Property, _ lists: [[Property]]) -> Property {
  var property = property
  let sentences = lists.compactMap { list in list.first(where: property.isSame)?.sentence }
  if Set(sentences).count > 1 { property.sentence = property.shortSentence }
  return property
}

/// A protocol of CIFilterBuiltins, with the properties that all its filters have.
private struct Protocol {
  let name: String
  let summary: String
  var parent: String?
  let properties: [Property]
  var inherited: [Property] = []

  init(name: String, summary: String, properties: [Property]) {
    (self.name, self.summary, self.properties) = (name, summary, properties)
  }

  init(name: String, members: [ParsedFilter]) {
    let lists = members.map { filter in filter.parameters.map(Property.init) }
    let common = lists[0].filter { property in lists.allSatisfy { $0.contains(where: property.isSame) } }
      .map { agreed($0, lists) }
    let shared = sharedProtocols.first { $0.name != name && $0.covers(name, common.map(\.key)) }
    self.name = name
    summary =
      members.count == 1
      ? "\(members[0].name) with its inputs as properties: \(members[0].summary)"
      : "The inputs of \(members.count) filters as properties, \(members[0].name) and "
        + "\(members[members.count - 1].name) among them."
    parent = shared?.name
    let handedDown = shared?.keys ?? []
    inherited = common.filter { handedDown.contains($0.key) }
    properties = common.filter { !handedDown.contains($0.key) }
  }

  var text: String {
    let requirements = properties.isEmpty ? "" : "\n" + properties.map(\.requirement).joined(separator: "\n") + "\n"
    let implementations = properties.map(\.implementation).joined(separator: "\n")
    let declaration = """
      /// \(summary)
      public protocol \(name): \(parent ?? "CIFilterProtocol") {\(requirements)}

      """
    return properties.isEmpty
      ? declaration
      : declaration + "extension \(name) where Self: CIFilter {\n\(implementations)\n}\n"
  }
}

/// A protocol from which the protocols of other filters inherit.
private struct SharedProtocol: Sendable {
  let name: String
  let keys: [String]
  let applies: @Sendable (String) -> Bool

  func covers(_ heir: String, _ present: [String]) -> Bool { applies(heir) && keys.allSatisfy(present.contains) }
}

private let sharedProtocols = [
  SharedProtocol(name: "CITransitionFilter", keys: ["inputImage", "inputTargetImage", "inputTime"]) {
    $0.hasSuffix("Transition")
  },
  SharedProtocol(name: "CIAreaReductionFilter", keys: ["inputImage", "inputExtent"]) { $0.hasPrefix("CIArea") },
  SharedProtocol(
    name: "CIFourCoordinateGeometryFilter",
    keys: ["inputImage", "inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]
  ) { $0 != "CIPerspectiveTile" && ($0.hasPrefix("CIPerspective") || $0.hasPrefix("CIKeystoneCorrection")) },
]

/// Returns the property name of an input: `radius` for `inputRadius`, `ev` for `inputEV`, `rVector` for `inputRVector`;
/// `inputImage` is unchanged.
func propertyName(_ key: String) -> String {
  if key == "inputImage" || !key.hasPrefix("input") { return key }
  return lowercasedStart(String(key.dropFirst(5)))
}

/// Returns the factory name of a filter: `gaussianBlur` for `CIGaussianBlur`, `median` for `CIMedianFilter`.
func factoryName(_ filter: String) -> String {
  var name = String(filter.dropFirst(2))
  if name.hasSuffix("Filter") { name.removeLast(6) }
  return lowercasedStart(name)
}

/// Returns the name with its leading capitals and digits in lower case, except the last one if it starts a word.
private func lowercasedStart(_ name: String) -> String {
  let run = name.prefix { $0.isUppercase || $0.isNumber }
  if run.count <= 1 || run.count == name.count { return run.lowercased() + name.dropFirst(run.count) }
  return run.dropLast().lowercased() + name.dropFirst(run.count - 1)
}

/// Returns the type that Core Image's typed property has for a parameter.
private func swiftType(of parameter: ParsedParameter) -> String {
  switch parameter.swiftType {
  case "Node": return "CIImage?"
  case "SIMD2<Double>": return parameter.kind != nil ? "CGPoint" : "CIVector"
  case "SIMD4<Double>", "SIMD3<Double>", "[Double]": return "CIVector"
  case "UserRect": return "CGRect"
  case "ColorValue": return "CIColor"
  case "AffineMap": return "CGAffineTransform"
  case "VectorList": return "[Any]"
  case "ColorSpace": return "CGColorSpace?"
  case "StyledText": return "NSAttributedString"
  case "BarcodeSymbol": return "CIBarcodeDescriptor"
  case let plain: return plain
  }
}
