/// An option of a subcommand: how it is written, what it takes, and what it does. Help, manual, completions and the
/// reading of command lines all come from these.
package struct Option: Sendable {
  /// What shells can complete a value with.
  package enum Values: Sendable {
    /// Nothing that they know.
    case free
    case words([String])
    case files
    case folders
    case filters
  }

  /// With its dashes: `--memory`.
  package let name: String
  /// What stands for the value in the help: `BYTES`; nil for a flag.
  package let value: String?
  package let summary: String
  package let values: Values
  /// True where the place among the words matters, and it may come again and again.
  package let keepsPlace: Bool

  /// An option with a value.
  package init(_ name: String, _ value: String, _ summary: String, _ values: Values = .free, keepsPlace: Bool = false) {
    (self.name, self.value, self.summary) = (name, value, summary)
    (self.values, self.keepsPlace) = (values, keepsPlace)
  }

  /// An option that takes one of some words.
  package init(_ name: String, oneOf words: [String], _ summary: String) {
    self.init(name, words.joined(separator: "|"), summary, .words(words))
  }

  /// A flag.
  package init(_ name: String, _ summary: String) {
    (self.name, value, self.summary) = (name, nil, summary)
    (values, keepsPlace) = (.free, false)
  }

  /// `--memory BYTES`
  package var spelling: String { value.map { "\(name) \($0)" } ?? name }
}
