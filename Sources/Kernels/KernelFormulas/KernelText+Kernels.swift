import KernelLanguage
import KernelModules

extension KernelText {
  /// Returns the kernels of the source, in source order. They are cached by source.
  ///
  /// - Throws: `text` if the source has errors, `noCompiler`, `refused`.
  package func kernels() throws(KernelProblem) -> [AppKernel] {
    if let cached = KernelCache.shared.kernels(of: .text(self)) { return cached }
    let output = try translated(PrintOptions())
    var kernels: [AppKernel] = []
    for (index, kernel) in output.kernels.enumerated() {
      kernels.append(
        AppKernel(try compiled(kernel), of: self, index: index, warnings: index == 0 ? output.warnings : []))
    }
    return KernelCache.shared.insert(kernels, of: .text(self))
  }

  func compiled(_ index: Int, _ options: PrintOptions) throws(KernelProblem) -> CompiledKernel {
    try compiled(translated(options).kernels[index])
  }

  private func compiled(_ kernel: Kernel) throws(KernelProblem) -> CompiledKernel {
    try CompiledKernel(kernel, words: words(of: kernel, by: runtimeCompiler))
  }
}
