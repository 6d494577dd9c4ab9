import CGlslang

/// The shader compiler, called as in the build tool.
enum Glslang {
  private static let start: Void = cglslang_start()

  static func compile(_ glsl: String) -> (words: [UInt32]?, log: String) {
    _ = start
    let result = cglslang_compile(glsl)
    defer { cglslang_free(result) }
    let words = result.words.map { Array(UnsafeBufferPointer(start: $0, count: result.wordCount)) }
    return (words, result.log.map { String(cString: $0) } ?? "")
  }
}
