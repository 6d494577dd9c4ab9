import ImageGraph
import KernelLanguage
import KernelModules
import Synchronization

/// A kernel of an app. Immutable to those who use it; safe to use from any number of threads.
package final class AppKernel: Sendable {
  /// With images read where they lie.
  package let kernel: Kernel
  /// What the text made the translator say beside.
  package let warnings: [Diagnostic]
  /// Where its other forms come from.
  private enum Origin: Sendable {
    /// The text, and which of its kernels this is.
    case text(KernelText, index: Int)
    /// Nowhere: it was compiled ahead.
    case ahead
  }

  private let origin: Origin
  private let forms: Mutex<[PrintOptions: CompiledKernel]>

  init(_ compiled: CompiledKernel, of text: KernelText, index: Int, warnings: [Diagnostic]) {
    (kernel, code, self.warnings, origin) = (compiled.kernel, compiled.code, warnings, .text(text, index: index))
    forms = Mutex([PrintOptions(): compiled])
  }

  /// One that was compiled ahead.
  init(_ compiled: CompiledKernel) {
    (kernel, code, warnings, origin) = (compiled.kernel, compiled.code, [], .ahead)
    forms = Mutex([PrintOptions(): compiled])
  }

  /// What programs and the interpreter run where images are read where they lie.
  package let code: FormulaCode

  /// The kernel for images that are read so. Each form is compiled once.
  ///
  /// - Throws: `refused` for a form that a kernel compiled ahead does not have.
  func compiled(_ options: PrintOptions) throws(KernelProblem) -> CompiledKernel {
    if let known = forms.withLock({ $0[options] }) { return known }
    guard case .text(let text, let index) = origin else {
      throw .refused(
        "kernel \(kernel.name) was compiled ahead, for samplers that are read where their images lie; "
          + "transform the image instead, or make the kernel of a text")
    }
    let made = try text.compiled(index, options)
    return forms.withLock { forms in
      if let known = forms[options] { return known }
      forms[options] = made
      return made
    }
  }
}
