import Foundation

/// A cache of compiled shaders between builds: `NAME.spv`, and `NAME.glsl`, the preprocessed source from which it was
/// compiled. Only shaders with changed source are compiled.
struct CompiledFolder {
  let root: URL
  /// The compiler's executable. Words that are older than it are not used.
  let compiler: URL

  /// Returns the words of a shader, cached or compiled.
  func words(of name: String, _ source: ShaderSource) throws(ShaderError) -> Data {
    let (words, text) = (file(name, "spv"), file(name, "glsl"))
    if isNewerThanCompiler(text), let cached = try? Data(contentsOf: text), cached == Data(source.text.utf8),
      let cached = try? Data(contentsOf: words)
    {
      return cached
    }
    let new = try compiled(source)
    // The source is written last: if it exists, the words are complete.
    try? FileManager.default.removeItem(at: text)
    try write(new, to: words)
    try write(Data(source.text.utf8), to: text)
    return new
  }

  private func file(_ name: String, _ ending: String) -> URL { root.appendingPathComponent("\(name).\(ending)") }

  private func isNewerThanCompiler(_ file: URL) -> Bool {
    guard let age = modified(file), let compiler = modified(compiler) else { return false }
    return age > compiler
  }

  private func modified(_ file: URL) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
  }
}

/// A compiled shader and its path in the folder, without `.glsl`.
struct Module {
  var name: String
  var words: Data
}

/// Returns a Swift file with the modules. Base64 in a static string compiles 50 times faster than a list of numbers.
func swiftSource(of modules: [Module]) -> String {
  let entries = modules.map { module in
    "    CompiledModule(name: \"\(module.name)\", base64: \"\(module.words.base64EncodedString())\"),\n"
  }
  return """
    // Written by ShaderCompiler when the package is built.

    package enum CompiledShaders {
      /// Every shader of the folder Shaders, by path.
      package static let modules: [CompiledModule] = [
    \(entries.joined())  ]
    }

    """
}

/// Writes a file and creates its folders. A file with the same content is not written, so that its dependents are not
/// rebuilt.
func write(_ data: Data, to file: URL) throws(ShaderError) {
  if (try? Data(contentsOf: file)) == data { return }
  do {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
  } catch {
    throw ShaderError("\(file.path):1: error: \(error.localizedDescription)")
  }
}
