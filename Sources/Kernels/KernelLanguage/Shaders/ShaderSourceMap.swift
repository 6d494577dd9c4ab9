/// A map from GLSL source lines to token locations. glslang reports only lines, and quotes the word that it means.
package struct ShaderSourceMap {
  private let source: SourceFile
  private let tokens: [Token]

  /// - Parameter file: the name of the source in diagnostics.
  package init(_ text: String, file: String) {
    source = SourceFile(name: file, bytes: Array(text.utf8))
    let reporter = Reporter()
    var lexer = Lexer(source.bytes, file: reporter.add(source), reporter: reporter)
    do throws(CompileFailure) { tokens = try lexer.tokens() } catch { tokens = [] }
  }

  /// Returns an error in a line, counted from 1. Its column is that of the first `word` of the line outside of
  /// comments; if there is none, that of the first token; in an empty line, 1.
  package func error(_ message: String, named word: String?, line: Int) -> Diagnostic {
    let candidates = tokens.filter { $0.location.line == line && $0.kind != .end }
    let column = (candidates.first { $0.letters == word } ?? candidates.first)?.location.column ?? 1
    let (text, caret) = source.excerpt(line: line, column: column)
    return Diagnostic(
      severity: .error, message: message, file: source.name, line: line, column: column, sourceLine: text, caret: caret)
  }
}
