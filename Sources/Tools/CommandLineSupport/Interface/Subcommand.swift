/// One thing that the tool does.
package struct Subcommand: Sendable {
  package let name: String
  /// One line for the list of subcommands.
  package let summary: String
  /// What stands behind the name: `INPUT… -o OUT`.
  package let usage: String
  /// What there is to know, and examples.
  package let details: String
  package let options: [Option]
  /// What shells can complete its words with.
  package let words: Option.Values
  /// The program that does it where that is another one than `citool`.
  package let program: String?
  package let run: @Sendable (_ arguments: Arguments) throws -> Void

  package init(
    name: String, summary: String, usage: String, details: String, options: [Option] = [],
    words: Option.Values = .free, program: String? = nil,
    run: @escaping @Sendable (_ arguments: Arguments) throws -> Void
  ) {
    (self.name, self.summary, self.usage, self.details) = (name, summary, usage, details)
    (self.options, self.words, self.program, self.run) = (options, words, program, run)
  }
}
