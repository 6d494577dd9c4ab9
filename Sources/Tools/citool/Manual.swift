import CommandLineSupport
import Foundation

let manual = Subcommand(
  name: "manual", summary: "prints the manual page", usage: "",
  details: """
    examples
      citool manual | man -l -
      citool manual > /usr/local/share/man/man1/citool.1
    """
) { arguments in
  if let word = arguments.words.first { throw CommandFailure.usage("manual takes no arguments (got \(word))") }
  print(manualPage(subcommands))
}
