/// Where things stand in a text in GLSL. Its compiler tells lines only, and names what it means.
package struct ShaderSourceMap {
  private let source: SourceFile
  private let tokens: [Token]

  /// - Parameter file: names the text in messages.
  package init(_ text: String, file: String) {
    source = SourceFile(name: file, bytes: Array(text.utf8))
    let reporter = Reporter()
    var lexer = Lexer(source.bytes, file: reporter.add(source), reporter: reporter)
    do throws(CompileFailure) { tokens = try lexer.tokens() } catch { tokens = [] }
  }

  /// An error, in a line counted from 1, at the first `word` of the line that is in no comment; where it has none, at
  /// the first of its words and marks, and at its start where there is nothing.
  package func error(_ message: String, named word: String?, line: Int) -> Diagnostic {
    let there = tokens.filter { $0.location.line == line && $0.kind != .end }
    let column = (there.first { $0.letters == word } ?? there.first)?.location.column ?? 1
    let (text, caret) = source.excerpt(line: line, column: column)
    return Diagnostic(
      severity: .error, message: message, file: source.name, line: line, column: column, sourceLine: text, caret: caret)
  }
}
