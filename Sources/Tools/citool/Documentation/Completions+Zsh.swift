import CommandLineSupport
import Foundation

/// Returns the completion function for zsh, for a file `_citool` in a folder of `$fpath`.
func zshCompletions(_ commands: [Subcommand]) -> String {
  let list = commands.map { "    '\(zshText("\($0.name):\($0.summary)"))'" }.joined(separator: "\n")
  let cases = commands.map { command in
    let options = command.options.map { "      \(zshOption($0))" }
    return "    \(command.name)) _arguments -S \\\n"
      + (options + ["      \(zshWords(command))"]).joined(separator: " \\\n") + " ;;"
  }
  return """
    #compdef citool
    # zsh completion for citool: citool completions zsh > FOLDER/_citool, a folder of $fpath
    _citool_filters() { compadd -- ${(f)"$(citool list --names 2>/dev/null)"} }
    _citool_words() {
      local index=${words[(I)-f]}
      if ((index > 0)); then
        compadd -S = -- ${(f)"$(citool describe ${words[index + 1]} --keys 2>/dev/null)"}
      else
        _files
      fi
    }
    _citool() {
      local -a commands
      commands=(
    \(list)
      )
      if ((CURRENT == 2)); then
        _describe command commands
        _arguments '--help[prints the help]' '--version[prints the version]'
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
    \(cases.joined(separator: "\n"))
      esac
    }
    _citool "$@"
    """
}

private func zshOption(_ option: Option) -> String {
  let start = "\(option.isPositional ? "*" : "")\(option.name)[\(zshText(option.summary, brackets: true))]"
  guard let value = option.value else { return "'\(start)'" }
  let name = zshText(value.split(separator: " ")[0].split(separator: "|").joined(separator: " or "))
  switch option.values {
  case .words(let words): return "'\(start):\(name):(\(words.joined(separator: " ")))'"
  case .filters: return "'\(start):\(name):_citool_filters'"
  case .files: return "'\(start):\(name):_files'"
  case .folders: return "'\(start):\(name):_files -/'"
  case .free: return "'\(start):\(name):'"
  }
}

private func zshWords(_ command: Subcommand) -> String {
  if command.options.contains(where: \.isPositional) { return "'*::word:_citool_words'" }
  return switch command.words {
  case .words(let words): "'1:word:(\(words.joined(separator: " ")))'"
  case .filters: "'1:filter:_citool_filters'"
  case .files: "'*:file:_files'"
  case .folders: "'1:folder:_files -/'"
  case .free: "'*:word:'"
  }
}

/// Escapes text for single quotes in which brackets may be special.
private func zshText(_ text: String, brackets: Bool = false) -> String {
  var text = text.replacingOccurrences(of: "'", with: "'\\''")
  if brackets { text = text.replacingOccurrences(of: "[", with: "\\[").replacingOccurrences(of: "]", with: "\\]") }
  return text
}
