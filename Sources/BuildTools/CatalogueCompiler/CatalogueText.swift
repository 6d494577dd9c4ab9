/// Returns the Swift source of `Catalogue`: all filters, and a lookup by name.
func catalogueText(_ filters: [ParsedFilter]) -> String {
  """
  /// All filters of this package. CatalogueCompiler writes this list when the package is built.
  package enum Catalogue {
    /// All filters, sorted by name.
    package static let all: [Filter] = declarations.map(\\.filter)

    private static let declarations: [any FilterDeclaration] = [
  \(filters.map { "    \($0.path)," }.joined(separator: "\n"))
    ]

    private static let byName: [String: Filter] = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// Returns the filter with exactly this name, for example `CIGaussianBlur`.
    package static func filter(named name: String) -> Filter? { byName[name] }
  }

  """
}
