/// The Swift text of `Catalogue`: every filter, and one of them by its name.
func catalogueText(_ filters: [ParsedFilter]) -> String {
  """
  /// Every filter of this package; written by CatalogueCompiler when the package is built.
  package enum Catalogue {
    /// In the order of their names.
    package static let all: [Filter] = declarations.map(\\.filter)

    private static let declarations: [any FilterDeclaration] = [
  \(filters.map { "    \($0.path)," }.joined(separator: "\n"))
    ]

    private static let byName: [String: Filter] = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// The filter with exactly this name, for example `CIGaussianBlur`.
    package static func filter(named name: String) -> Filter? { byName[name] }
  }

  """
}
