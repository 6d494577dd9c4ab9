import CommandLineSupport
import Foundation

let manual = Subcommand(
  name: "manual", summary: "the manual page, as man reads it", usage: "",
  details: """
    examples
      citool manual | man -l -
      citool manual > /usr/local/share/man/man1/citool.1
    """
) { arguments in
  guard arguments.words.isEmpty else { throw CommandFailure.usage("\(arguments.words[0]) is not wanted here") }
  print(manualPage(subcommands))
}
