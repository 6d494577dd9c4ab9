/// A collector of the diagnostics of one compilation.
final class Reporter {
  private(set) var files: [SourceFile] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0

  /// Whether the maximum number of errors is reached; compilation then stops.
  var isFull: Bool { errorCount >= Limits.errors }

  func add(_ file: SourceFile) -> Int {
    files.append(file)
    return files.count - 1
  }

  func error(_ message: String, at location: SourceLocation, allowed: String? = nil, notes: [Diagnostic] = []) {
    guard !isFull else { return }
    errorCount += 1
    diagnostics.append(diagnostic(.error, message, at: location, allowed: allowed, notes: notes))
  }

  func warn(_ message: String, at location: SourceLocation) {
    guard diagnostics.count < 2 * Limits.errors else { return }
    diagnostics.append(diagnostic(.warning, message, at: location))
  }

  func note(_ message: String, at location: SourceLocation) -> Diagnostic {
    diagnostic(.note, message, at: location)
  }

  /// Reports that a limit is exceeded.
  func limit(_ what: String, requested: Int, allowed: Int, at location: SourceLocation) {
    error("kernel source exceeds a limit: \(what): \(requested)", at: location, allowed: "at most \(allowed)")
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ message: String, at location: SourceLocation, allowed: String? = nil,
    notes: [Diagnostic] = []
  ) -> Diagnostic {
    let file = files[location.file]
    let (text, caret) = file.excerpt(line: location.line, column: location.column)
    return Diagnostic(
      severity: severity, message: message, allowed: allowed, file: file.name, line: location.line,
      column: location.column, sourceLine: text, caret: caret, notes: notes)
  }
}

/// An error that ends the current construct. The reporter has the diagnostics.
struct CompileFailure: Error {}
