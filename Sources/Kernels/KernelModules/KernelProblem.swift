import KernelLanguage

/// Why there is no kernel, or no step by it.
package enum KernelProblem: Error, Sendable {
  /// What is wrong with a text: at least one error.
  case text([Diagnostic])
  /// This build has nothing that compiles texts.
  case noCompiler
  /// Understood, but not possible; the text says why.
  case refused(String)
}

extension KernelProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text(let diagnostics): diagnostics.map(\.editorText).joined(separator: "\n")
    case .noCompiler:
      "kernel texts are not compiled in this build: turn on the trait RuntimeKernels of the package, or compile the "
        + "text "
        + "ahead with its plugin"
    case .refused(let text): text
    }
  }
}
