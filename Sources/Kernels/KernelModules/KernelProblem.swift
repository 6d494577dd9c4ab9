import KernelLanguage

/// The error of a kernel that cannot be compiled, loaded or used in a step.
package enum KernelProblem: Error, Sendable {
  /// Kernel source has errors; there is at least one.
  case text([Diagnostic])
  /// This build has no runtime compiler.
  case noCompiler
  /// Valid, but not possible; the message states the reason.
  case refused(String)
}

extension KernelProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text(let diagnostics): diagnostics.map(\.editorText).joined(separator: "\n")
    case .noCompiler:
      "kernel source is not compiled in this build: turn on the trait RuntimeKernels of the package, or compile the "
        + "source "
        + "ahead of time with its plugin"
    case .refused(let text): text
    }
  }
}
