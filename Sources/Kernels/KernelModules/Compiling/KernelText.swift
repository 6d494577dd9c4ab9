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

  /// What it becomes in GLSL, with all of its kernels.
  ///
  /// - Throws: `text` where it has errors.
  package func translated(_ options: PrintOptions) throws(KernelProblem) -> KernelCompiler.Output {
    do throws(KernelTextError) {
      return try KernelCompiler(language, file: file, options: options, headers: headers).compile(bytes)
    } catch { throw .text(error.diagnostics) }
  }

  /// The SPIR-V of one of its kernels.
  ///
  /// - Parameter compile: nil where nothing compiles.
  /// - Throws: `noCompiler`; `text` and `refused` with what is wrong.
  package func words(of kernel: Kernel, by compile: ShaderCompile?) throws(KernelProblem) -> [UInt32] {
    try ShaderText.words(of: kernel, file: file, compile)
  }
}
