/// One thing that the tool does.
struct Subcommand: Sendable {
  let name: String
  /// One line for the list of subcommands.
  let summary: String
  /// What stands behind the name: `INPUT… -o OUT`.
  let usage: String
  /// Options of its own and examples.
  let details: String
  let run: @Sendable (_ arguments: [String]) throws -> Void
}
