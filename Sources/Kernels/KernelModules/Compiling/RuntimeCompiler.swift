#if RuntimeKernels
  import CGlslang

  /// Starts glslang, once for a process.
  private let start: Void = cglslang_start()

  /// The runtime compiler: glslang, which the package's trait `RuntimeKernels` links.
  package let runtimeCompiler: ShaderCompile? = { glsl in
    _ = start
    let result = cglslang_compile(glsl)
    defer { cglslang_free(result) }
    let words = result.words.map { Array(UnsafeBufferPointer(start: $0, count: result.wordCount)) }
    return (words, result.log.map { String(cString: $0) } ?? "")
  }
#else
  /// The runtime compiler; nil without the package's trait `RuntimeKernels`.
  package let runtimeCompiler: ShaderCompile? = nil
#endif
