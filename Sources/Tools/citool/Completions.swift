import CommandLineSupport
import Foundation

let completions = Subcommand(
  name: "completions", summary: "what lets a shell complete citool's command lines", usage: "bash|zsh|fish",
  details: """
    Filters and their keys are asked of citool itself, so that they are those of the tool that is installed.

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
  case let other: throw CommandFailure.usage("there are completions for bash, zsh and fish, not for \(other)")
  }
}
