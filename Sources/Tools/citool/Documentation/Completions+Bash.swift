import CommandLineSupport
import Foundation

/// Returns the completion function for bash.
func bashCompletions(_ commands: [Subcommand]) -> String {
  var cases: [String] = []
  for command in commands {
    let options = command.options.map(\.name).joined(separator: " ")
    cases.append(
      "    \(command.name)) options='\(options)'; words='\(bashWords(command.words))' ;;")
  }
  // --format takes component formats in one subcommand and graph formats in another: the completion offers both.
  var values: [String: Option.Values] = [:]
  for option in commands.flatMap(\.options) where option.value != nil {
    if case .words(let others)? = values[option.name], case .words(let words) = option.values {
      values[option.name] = .words(others + words.filter { !others.contains($0) })
    } else {
      values[option.name] = option.values
    }
  }
  let actions = values.sorted { $0.key < $1.key }.map { "    \($0.key)) \(bashAction($0.value)); return ;;" }
  return """
    # bash completion for citool: source <(citool completions bash)
    _citool() {
      local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
      local options='' words='' filter='' index
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " ")) --help --version' -- "$current"))
        return
      fi
      case $before in
    \(actions.joined(separator: "\n"))
      esac
      case $command in
    \(cases.joined(separator: "\n"))
      esac
      # The keys of a filter follow -f FILTER.
      for ((index = 2; index < COMP_CWORD; index++)); do
        if [[ ${COMP_WORDS[index]} == -f ]]; then filter=${COMP_WORDS[index+1]}; fi
      done
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
      elif [[ -n $filter && $before != '=' ]]; then
        compopt -o nospace 2>/dev/null
        COMPREPLY=($(compgen -S = -W "$(citool describe "$filter" --keys 2>/dev/null)" -- "$current"))
      elif [[ $words == @filters ]]; then
        COMPREPLY=($(compgen -W "$(citool list --names 2>/dev/null)" -- "$current"))
      elif [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      fi
    }
    complete -o default -F _citool citool
    """
}

private func bashWords(_ values: Option.Values) -> String {
  switch values {
  case .words(let words): words.joined(separator: " ")
  case .filters: "@filters"
  case .free, .files, .folders: ""
  }
}

private func bashAction(_ values: Option.Values) -> String {
  switch values {
  case .words(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
  case .filters: "COMPREPLY=($(compgen -W \"$(citool list --names 2>/dev/null)\" -- \"$current\"))"
  case .folders: "COMPREPLY=($(compgen -d -- \"$current\"))"
  case .files: "COMPREPLY=($(compgen -f -- \"$current\"))"
  case .free: ":"
  }
}
