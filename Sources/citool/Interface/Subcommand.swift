/// One thing that the tool does.
struct Subcommand: Sendable {
  let name: String
  /// One line for the list of subcommands.
  let summary: String
  /// What stands behind the name: `INPUT… -o OUT`.
  let usage: String
  /// What there is to know, and examples.
  let details: String
  var options: [Option] = []
  /// What shells can complete its words with.
  var words = Option.Values.free
  let run: @Sendable (_ arguments: Arguments) throws -> Void
}
