/// An option of a subcommand: its name, its value and its summary. The parser, the help, the manual page and the
/// completions use these declarations.
package struct Option: Sendable {
  /// The kind of values that shells complete.
  package enum Values: Sendable {
    /// Values without completion.
    case free
    case words([String])
    case files
    case folders
    case filters
  }

  /// The name with its dashes: `--memory`.
  package let name: String
  /// The placeholder of the value in the help: `BYTES`. Nil for a flag.
  package let value: String?
  package let summary: String
  package let values: Values
  /// Whether the option belongs to the positional words: its position among them matters, and it may be repeated.
  package let isPositional: Bool
  /// A former name that is still accepted, but not documented: `--pictures`.
  package let deprecatedName: String?

  /// Creates an option with a value.
  package init(
    _ name: String, _ value: String, _ summary: String, _ values: Values = .free, isPositional: Bool = false,
    formerly deprecatedName: String? = nil
  ) {
    (self.name, self.value, self.summary) = (name, value, summary)
    (self.values, self.isPositional, self.deprecatedName) = (values, isPositional, deprecatedName)
  }

  /// Creates an option whose value is one of these words.
  package init(_ name: String, oneOf words: [String], _ summary: String) {
    self.init(name, words.joined(separator: "|"), summary, .words(words))
  }

  /// Creates a flag.
  package init(_ name: String, _ summary: String, formerly deprecatedName: String? = nil) {
    (self.name, value, self.summary) = (name, nil, summary)
    (values, isPositional, self.deprecatedName) = (.free, false, deprecatedName)
  }

  /// The name and the placeholder of the value: `--memory BYTES`.
  package var spelling: String { value.map { "\(name) \($0)" } ?? name }
}
