/// Returns the text of `citool --help`.
package func help(_ commands: [Subcommand]) -> String {
  let width = commands.map(\.name.count).max() ?? 0
  let list = commands.map { "  \($0.name.padding(toLength: width + 2, withPad: " ", startingAt: 0))\($0.summary)" }
  return """
    citool: the filters of Core Image on the command line, rendered on a GPU or on the processor.

    usage: citool SUBCOMMAND …
           citool SUBCOMMAND --help
           citool --version

    \(list.joined(separator: "\n"))

    examples
    \(commonExamples.map { "  \($0)" }.joined(separator: "\n"))

    \(exitStatus)
    """
}

/// Example command lines of `--help` and of the manual page.
package let commonExamples = [
  "citool apply photo.jpg -f CISepiaTone intensity=0.8 -o sepia.png",
  "citool apply *.jpg -f CIGaussianBlur radius=4 -f CIVibrance amount=0.5 -o out/",
  "citool apply -f CIQRCodeGenerator message=hello -o code.png",
  "citool describe CIBloom",
  "citool render recipe.json -o image.png --stats stats.json",
]

/// The line on exit statuses in `--help`.
package let exitStatus = """
  exit status: 0 success, 1 failure, 2 invalid command line, 3 unknown filter, \
  \(CommandFailure.timedOutStatus) time limit of --timeout
  """

/// Returns the text of `citool SUBCOMMAND --help`.
package func help(_ command: Subcommand) -> String {
  let options = command.options.isEmpty ? "" : "\n\noptions\n" + optionLines(command.options).joined(separator: "\n")
  return "usage: citool \(command.name) \(command.usage)\n\n\(command.details)\(options)"
}

/// Returns the lines of all options, with long summaries wrapped.
private func optionLines(_ options: [Option]) -> [String] {
  let column = 36
  return options.flatMap { option -> [String] in
    let start = "  " + option.spelling
    var lines = start.count + 2 > column ? [start, ""] : [start]
    for word in option.summary.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.count <= column || last.count + word.count < 110 {
        let space =
          last.count < column ? String(repeating: " ", count: column - last.count) : last.count > column ? " " : ""
        lines[lines.count - 1] = last + space + word
      } else {
        lines.append(String(repeating: " ", count: column) + word)
      }
    }
    return lines
  }
}
