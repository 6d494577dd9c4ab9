import ImageGraph
import KernelLanguage
import KernelModules
import Synchronization

/// A kernel of an app. Safe to use from any number of threads.
package final class AppKernel: Sendable {
  /// The kernel without sampler transforms.
  package let kernel: Kernel
  /// The warnings of the compilation.
  package let warnings: [Diagnostic]
  /// The source of the kernel's variants.
  private enum Origin: Sendable {
    /// Kernel source, and the index of the kernel in it.
    case text(KernelText, index: Int)
    /// No source: the kernel was compiled ahead of time.
    case ahead
  }

  private let origin: Origin
  private let variants: Mutex<[PrintOptions: CompiledKernel]>

  init(_ compiled: CompiledKernel, of text: KernelText, index: Int, warnings: [Diagnostic]) {
    (kernel, code, self.warnings, origin) = (compiled.kernel, compiled.code, warnings, .text(text, index: index))
    variants = Mutex([PrintOptions(): compiled])
  }

  /// Creates a kernel that was compiled ahead of time.
  init(_ compiled: CompiledKernel) {
    (kernel, code, warnings, origin) = (compiled.kernel, compiled.code, [], .ahead)
    variants = Mutex([PrintOptions(): compiled])
  }

  /// The code that programs and the interpreter run for images without sampler transforms.
  package let code: FormulaCode

  /// Returns the variant of the kernel for these options. Each variant is compiled once.
  ///
  /// - Throws: `refused` for a variant that a kernel compiled ahead of time does not have.
  func compiled(_ options: PrintOptions) throws(KernelProblem) -> CompiledKernel {
    if let cached = variants.withLock({ $0[options] }) { return cached }
    guard case .text(let text, let index) = origin else {
      throw .refused(
        "kernel \(kernel.name) was compiled ahead of time, for samplers without transforms; "
          + "transform the image instead, or create the kernel from source")
    }
    let compiled = try text.compiled(index, options)
    return variants.withLock { variants in
      if let cached = variants[options] { return cached }
      variants[options] = compiled
      return compiled
    }
  }
}
