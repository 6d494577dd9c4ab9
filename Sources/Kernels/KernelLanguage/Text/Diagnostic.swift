/// A diagnostic about kernel source: message, location, and allowed alternatives.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable { case error, warning, note }

  package var severity: Severity
  package var message: String
  /// The allowed alternative; nil if the message contains it.
  package var allowed: String?
  package var file: String
  /// Line and column from 1; columns count Unicode scalars.
  package var line: Int
  package var column: Int
  package var sourceLine: String
  /// The column in `sourceLine`, which is an excerpt of a long line.
  package var caret: Int
  /// Notes about related locations: the definition of a macro, an earlier declaration.
  package var notes: [Diagnostic] = []

  package init(
    severity: Severity, message: String, allowed: String? = nil, file: String, line: Int, column: Int,
    sourceLine: String, caret: Int, notes: [Diagnostic] = []
  ) {
    (self.severity, self.message, self.allowed, self.file) = (severity, message, allowed, file)
    (self.line, self.column, self.sourceLine, self.caret, self.notes) = (line, column, sourceLine, caret, notes)
  }

  /// The diagnostic in the format that editors parse: `path:line:column: error: text`, the line, and a caret below the
  /// column.
  package var editorText: String {
    let head = "\(file):\(line):\(column): \(severity.rawValue): \(message)"
    return joined(head, notes.map(\.editorText))
  }

  /// The diagnostic in the format that Core Image logs: `LINE:COLUMN: ERROR: text`, the line, and a caret.
  package var logText: String {
    joined("\(line):\(column): \(severity.rawValue.uppercased()): \(message)", notes.map(\.logText))
  }

  private func joined(_ head: String, _ notes: [String]) -> String {
    let hint = allowed.map { ["  allowed: \($0)"] } ?? []
    let mark = String(repeating: " ", count: max(caret - 1, 0)) + "^"
    return ([head, sourceLine, mark] + hint + notes).joined(separator: "\n")
  }
}

extension Diagnostic: CustomStringConvertible {
  package var description: String { editorText }
}

/// The error of a failed compilation: at least one error diagnostic, and the warnings before it.
package struct KernelTextError: Error, Hashable, CustomStringConvertible {
  package var diagnostics: [Diagnostic]

  package var description: String { diagnostics.map(\.editorText).joined(separator: "\n") }
}
