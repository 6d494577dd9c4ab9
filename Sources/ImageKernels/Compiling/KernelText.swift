import KernelLanguage

/// A text with kernels.
package struct KernelText: Hashable, Sendable {
  package var bytes: [UInt8]
  package var language: Language
  /// Names it in messages.
  package var file: String
  /// By name, what it may include: see `KernelCompiler.headers`.
  package var headers: [String: [UInt8]]?

  package init(
    _ bytes: [UInt8], _ language: Language, file: String = "kernel", headers: [String: [UInt8]]? = nil
  ) {
    (self.bytes, self.language, self.file, self.headers) = (bytes, language, file, headers)
  }

  package init(_ text: String, _ language: Language, file: String = "kernel") {
    self.init(Array(text.utf8), language, file: file)
  }

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

  func translated(_ options: PrintOptions) throws(KernelProblem) -> KernelCompiler.Output {
    do throws(KernelTextError) {
      return try KernelCompiler(language, file: file, options: options, headers: headers).compile(bytes)
    } catch { throw .text(error.diagnostics) }
  }

  func compiled(_ kernel: Kernel, by compile: ShaderCompile? = nil) throws(KernelProblem) -> CompiledKernel {
    try CompiledKernel(kernel, words: ShaderText.words(of: kernel, file: file, compile ?? ShaderText.compile))
  }
}
