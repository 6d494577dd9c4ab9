/// A subcommand of the tool.
package struct Subcommand: Sendable {
  package let name: String
  /// The line in the list of subcommands.
  package let summary: String
  /// The arguments after the name: `INPUT… -o OUT`.
  package let usage: String
  /// The description, and examples.
  package let details: String
  package let options: [Option]
  /// The kind of values that shells complete as positional words.
  package let words: Option.Values
  /// The program that implements the subcommand, nil for `citool`.
  package let program: String?
  /// Runs the subcommand without that program if it can, and returns whether it did.
  package let runHere: @Sendable (_ arguments: Arguments) throws -> Bool
  package let run: @Sendable (_ arguments: Arguments) throws -> Void

  package init(
    name: String, summary: String, usage: String, details: String, options: [Option] = [],
    words: Option.Values = .free, program: String? = nil,
    runHere: @escaping @Sendable (_ arguments: Arguments) throws -> Bool = { _ in false },
    run: @escaping @Sendable (_ arguments: Arguments) throws -> Void
  ) {
    (self.name, self.summary, self.usage, self.details) = (name, summary, usage, details)
    (self.options, self.words, self.program) = (options, words, program)
    (self.runHere, self.run) = (runHere, run)
  }
}
