import CommandLineSupport
import Foundation

/// Returns the completion commands for fish.
func fishCompletions(_ commands: [Subcommand]) -> String {
  var lines = [
    "# fish completion for citool: citool completions fish > ~/.config/fish/completions/citool.fish",
    "function __citool_keys",
    "  set -l words (commandline -opc)",
    "  for index in (seq (count $words) -1 2)",
    "    if test $words[$index] = -f; and set -q words[(math $index + 1)]",
    "      citool describe $words[(math $index + 1)] --keys 2>/dev/null | string replace -r '$' =",
    "      return",
    "    end",
    "  end",
    "end",
    "complete -c citool -n __fish_use_subcommand -f",
    "complete -c citool -n __fish_use_subcommand -l version -d 'prints the version'",
    "complete -c citool -n __fish_use_subcommand -l help -d 'prints the help'",
  ]
  for command in commands {
    let isHere = "'__fish_seen_subcommand_from \(command.name)'"
    lines.append("complete -c citool -n __fish_use_subcommand -f -a \(command.name) -d '\(fishText(command.summary))'")
    for option in command.options {
      let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
      lines.append(
        "complete -c citool -n \(isHere) \(name)\(fishValues(option)) -d '\(fishText(option.summary))'")
    }
    if command.options.contains(where: \.isPositional) {
      lines.append("complete -c citool -n \(isHere) -a '(__citool_keys)'")
    }
    switch command.words {
    case .words(let words): lines.append("complete -c citool -n \(isHere) -f -a '\(words.joined(separator: " "))'")
    case .filters: lines.append("complete -c citool -n \(isHere) -f -a '(citool list --names)'")
    case .files, .folders, .free: break
    }
  }
  return lines.joined(separator: "\n")
}

private func fishValues(_ option: Option) -> String {
  guard option.value != nil else { return "" }
  return switch option.values {
  case .words(let words): " -x -a '\(words.joined(separator: " "))'"
  case .filters: " -x -a '(citool list --names)'"
  case .files, .folders: " -r"
  case .free: " -x"
  }
}

private func fishText(_ text: String) -> String {
  text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
}
