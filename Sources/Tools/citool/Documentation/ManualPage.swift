import CommandLineSupport
import Foundation

/// Returns citool(1) in the macros of man(7).
func manualPage(_ commands: [Subcommand]) -> String {
  var lines = [
    ".TH CITOOL 1 \"\" \"citool \(version)\" \"Core Image for Linux\"",
    ".SH NAME", "citool \\- the filters of Core Image on the command line",
    ".SH SYNOPSIS", ".B citool", "\\fISUBCOMMAND\\fR \\&...", ".br", ".B citool \\-\\-version", ".br",
    ".B citool \\-\\-help",
    ".SH DESCRIPTION", "Renders images through chains of filters, on a GPU or on the processor.",
    ".SH SUBCOMMANDS",
  ]
  for command in commands {
    lines += [
      ".SS \(typeset("citool \(command.name) \(command.usage)"))", typeset(command.summary).capitalizedFirst + ".",
    ]
    lines += paragraphs(command.details)
    for option in command.options {
      lines += [".TP", "\\fB\(typeset(option.name))\\fR" + (option.value.map { " \\fI\(typeset($0))\\fR" } ?? "")]
      lines.append(typeset(option.summary).capitalizedFirst + ".")
    }
  }
  lines += [
    ".SH ENVIRONMENT",
    ".TP", "\\fBCI_BACKEND\\fR", "The rendering engine: processor, vulkan or reference.",
    ".TP", "\\fBCI_LIMITS\\fR",
    "Limits of image files, overridden by options: side=, pixels=, bytes=, whole=, growth= and, last, root=.",
    ".TP", "\\fBCI_PRINT_TREE\\fR, \\fBCI_LOG_FILE\\fR, \\fBCI_TIME\\fR, \\fBCI_VALIDATE\\fR",
    "See docs/debugging.md of the package.",
    ".SH EXIT STATUS",
  ]
  let statuses = [
    ("0", "Success."), ("1", "Failure."), ("2", "Invalid command line."), ("3", "Unknown filter."),
    ("\(CommandFailure.timedOutStatus)", "Time limit of \\-\\-timeout."),
  ]
  for (status, meaning) in statuses { lines += [".TP", status, meaning] }
  return lines.joined(separator: "\n")
}

/// Returns the details as paragraphs. Indented lines keep their layout.
private func paragraphs(_ text: String) -> [String] {
  var (lines, isLaidOut) = ([".PP"], false)
  for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
    let belongs = line.hasPrefix("  ") || (isLaidOut && line.isEmpty)
    if belongs != isLaidOut { lines.append(belongs ? ".PP\n.nf" : ".fi\n.PP") }
    isLaidOut = belongs
    lines.append(line.isEmpty ? (isLaidOut ? "" : ".PP") : typeset(line))
  }
  return isLaidOut ? lines + [".fi"] : lines
}

/// Escapes text, so that it contains no macro and no escape sequence.
private func typeset(_ text: String) -> String {
  let escaped = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
    .replacingOccurrences(of: "…", with: "...").replacingOccurrences(of: "×", with: "\\(mu")
    .replacingOccurrences(of: "“", with: "\\(lq").replacingOccurrences(of: "”", with: "\\(rq")
  return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
