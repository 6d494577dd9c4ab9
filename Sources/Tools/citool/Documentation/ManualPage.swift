import CommandLineSupport
import Foundation

/// citool(1) in the macros of man(7).
func manualPage(_ commands: [Subcommand]) -> String {
  var lines = [
    ".TH CITOOL 1 \"\" \"citool \(version)\" \"Core Image for Linux\"",
    ".SH NAME", "citool \\- Core Image's filters from the command line",
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
    ".TP", "\\fBCI_BACKEND\\fR", "processor, vulkan or reference: forces what computes.",
    ".TP", "\\fBCI_LIMITS\\fR",
    "What image files are held to where no option says so: side=, pixels=, bytes=, whole=, growth= and, last, root=.",
    ".TP", "\\fBCI_PRINT_TREE\\fR, \\fBCI_LOG_FILE\\fR, \\fBCI_TIME\\fR, \\fBCI_VALIDATE\\fR",
    "See docs/debugging.md of the package.",
    ".SH EXIT STATUS",
  ]
  let statuses = [
    ("0", "Done."), ("1", "Failed."), ("2", "Wrong usage."), ("3", "A filter is not known."),
    ("\(CommandFailure.timeIsOver)", "The time of \\-\\-timeout is over."),
  ]
  for (status, words) in statuses { lines += [".TP", status, words] }
  return lines.joined(separator: "\n")
}

/// Details as paragraphs; what is indented stays as it is laid out.
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

/// Text that no macro and no escape is seen in.
private func typeset(_ text: String) -> String {
  let escaped = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
    .replacingOccurrences(of: "…", with: "...").replacingOccurrences(of: "×", with: "\\(mu")
    .replacingOccurrences(of: "“", with: "\\(lq").replacingOccurrences(of: "”", with: "\\(rq")
  return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
