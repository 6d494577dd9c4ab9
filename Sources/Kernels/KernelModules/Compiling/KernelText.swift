import KernelLanguage

/// Kernel source.
package struct KernelText: Hashable, Sendable {
  package var bytes: [UInt8]
  package var language: Language
  /// The name of the source in diagnostics.
  package var file: String
  /// The files that it may include, by name: see `KernelCompiler.headers`.
  package var headers: [String: [UInt8]]?

  package init(
    _ bytes: [UInt8], _ language: Language, file: String = "kernel", headers: [String: [UInt8]]? = nil
  ) {
    (self.bytes, self.language, self.file, self.headers) = (bytes, language, file, headers)
  }

  package init(_ text: String, _ language: Language, file: String = "kernel") {
    self.init(Array(text.utf8), language, file: file)
  }

  /// Returns all kernels of the source, compiled to GLSL.
  ///
  /// - Throws: `text` if the source has errors.
  package func translated(_ options: PrintOptions) throws(KernelProblem) -> KernelCompiler.Output {
    do throws(KernelTextError) {
      return try KernelCompiler(language, file: file, options: options, headers: headers).compile(bytes)
    } catch { throw .text(error.diagnostics) }
  }

  /// Returns the SPIR-V of one of the kernels.
  ///
  /// - Parameter compile: the shader compiler; nil if there is none.
  /// - Throws: `noCompiler`; `text` and `refused` with the reason.
  package func words(of kernel: Kernel, by compile: ShaderCompile?) throws(KernelProblem) -> [UInt32] {
    try ShaderText.words(of: kernel, file: file, compile)
  }
}
