import KernelLanguage
import KernelModules

extension KernelText {
  /// The kernels of the text, in its order. The same text twice is compiled once.
  ///
  /// - Throws: `text` where it has errors, `noCompiler`, `refused`.
  package func kernels() throws(KernelProblem) -> [AppKernel] {
    if let known = KernelMemory.shared.kernels(of: .text(self)) { return known }
    let output = try translated(PrintOptions())
    var kernels: [AppKernel] = []
    for (index, kernel) in output.kernels.enumerated() {
      kernels.append(
        AppKernel(try compiled(kernel), of: self, index: index, warnings: index == 0 ? output.warnings : []))
    }
    return KernelMemory.shared.keep(kernels, of: .text(self))
  }

  func compiled(_ index: Int, _ options: PrintOptions) throws(KernelProblem) -> CompiledKernel {
    try compiled(translated(options).kernels[index])
  }

  private func compiled(_ kernel: Kernel) throws(KernelProblem) -> CompiledKernel {
    try CompiledKernel(kernel, words: words(of: kernel, by: runtimeCompiler))
  }
}
