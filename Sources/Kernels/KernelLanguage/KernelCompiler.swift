/// A compiler of kernel source. Each kernel becomes a description and a GLSL function.
package struct KernelCompiler: Sendable {
  package var language: Language
  /// The name of the source in diagnostics.
  package var file: String
  package var options = PrintOptions()
  /// The bytes of the files that `#include "name"` may include, by name: the files in the folder of a kernel file that
  /// is compiled ahead of time. Nil for source that has no file.
  package var headers: [String: [UInt8]]?

  package init(
    _ language: Language, file: String = "kernel", options: PrintOptions = PrintOptions(),
    headers: [String: [UInt8]]? = nil
  ) {
    (self.language, self.file, self.options, self.headers) = (language, file, options, headers)
  }

  /// The kernels of a source, at least one, and the warnings about it.
  package struct Output: Sendable {
    package var kernels: [Kernel]
    package var warnings: [Diagnostic]
  }

  package func compile(_ text: String) throws(KernelTextError) -> Output { try compile(Array(text.utf8)) }

  /// Compiles all kernels of a source, in source order. If any of them has an error, throws the errors of all.
  package func compile(_ bytes: [UInt8]) throws(KernelTextError) -> Output {
    let reporter = Reporter()
    let number = reporter.add(SourceFile(name: file, bytes: bytes))
    var kernels: [Kernel] = []
    do throws(CompileFailure) {
      var lexer = Lexer(bytes, file: number, reporter: reporter)
      let tokens = try lexer.tokens()
      if language == .glsl {
        // Without the byte order mark, which GLSL does not accept.
        let text = String(decoding: bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...], as: UTF8.self)
        kernels = ShaderScanner(reporter: reporter, text: text, file: number).kernels(tokens)
      } else {
        kernels = try translated(tokens, reporter)
      }
    } catch {}
    guard reporter.errorCount == 0 else { throw KernelTextError(diagnostics: reporter.diagnostics) }
    return Output(kernels: kernels, warnings: reporter.diagnostics)
  }

  private func translated(_ tokens: [Token], _ reporter: Reporter) throws(CompileFailure) -> [Kernel] {
    let stitchable = tokens.contains { $0.kind == .word("stitchable") }
    var preprocessor = Preprocessor(language, stitchable: stitchable, reporter: reporter, headers: headers)
    var parser = Parser(try preprocessor.process(tokens), language, reporter: reporter)
    let syntax = parser.translationUnit()
    try stop(reporter)
    let unit = Checker(syntax, language, reporter: reporter).check()
    try stop(reporter)
    let graph = CallGraph(unit, reporter: reporter)
    try stop(reporter)
    let signatures = KernelSignature.all(in: unit, language, graph, reporter: reporter)
    try stop(reporter)
    if signatures.isEmpty {
      reporter.error(
        language == .metal
          ? "no function is extern \"C\" or [[stitchable]] and returns a pixel" : "no function is marked kernel",
        at: SourceLocation(file: 0, line: 1, column: 1),
        allowed: language == .metal ? "extern \"C\" float4 name(…)" : "kernel vec4 name(…)")
    }
    var kernels: [Kernel] = []
    for signature in signatures {
      let location = unit.functions[signature.function].location
      var printer = KernelPrinter(unit, signature, graph.measures[signature.function] ?? .init(), options)
      guard let kernel = printer?.kernel(language) else {
        reporter.limit(
          "GLSL of '\(signature.name)', in bytes", requested: Limits.printedBytes + 1, allowed: Limits.printedBytes,
          at: location)
        continue
      }
      kernels.append(kernel)
    }
    return kernels
  }

  /// Throws after a stage that reported errors, because the next stage would report consequential errors.
  private func stop(_ reporter: Reporter) throws(CompileFailure) {
    guard reporter.errorCount == 0 else { throw CompileFailure() }
  }
}
