import CommandLineSupport
import Foundation

let completions = Subcommand(
  name: "completions", summary: "prints shell completions", usage: "bash|zsh|fish",
  details: """
    The completions call citool for the names of filters and keys, so they match the installed version.

    examples
      source <(citool completions bash)                                  # in ~/.bashrc
      citool completions zsh > ~/.zfunc/_citool                          # a folder of $fpath
      citool completions fish > ~/.config/fish/completions/citool.fish
    """,
  words: .words(["bash", "zsh", "fish"])
) { arguments in
  switch try arguments.single("bash, zsh or fish") {
  case "bash": print(bashCompletions(subcommands))
  case "zsh": print(zshCompletions(subcommands))
  case "fish": print(fishCompletions(subcommands))
  case let other: throw CommandFailure.usage("the shell must be bash, zsh or fish (got \(other))")
  }
}
