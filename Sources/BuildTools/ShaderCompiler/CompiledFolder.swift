import Foundation

/// Where words are kept from build to build: `NAME.spv` beside `NAME.glsl`, the text, includes and all, that they were
/// compiled from. Only shaders whose text has changed since are compiled.
struct CompiledFolder {
  let root: URL
  /// Words from before this compiler are not taken.
  let compiler: URL

  /// The words of a shader, kept or new.
  func words(of name: String, _ source: ShaderSource) throws(ShaderError) -> Data {
    let (words, text) = (file(name, "spv"), file(name, "glsl"))
    if isNewerThanCompiler(text), let kept = try? Data(contentsOf: text), kept == Data(source.text.utf8),
      let kept = try? Data(contentsOf: words)
    {
      return kept
    }
    let new = try compiled(source)
    // The text comes last: where it is, its words are.
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

/// A Swift file that holds the modules. Base64 in a static string compiles 50 times faster than a list of numbers.
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

/// Writes a file and the folders that it lies in. A file that has these bytes already stays as it is, so that what
/// depends on it is not built again.
func write(_ data: Data, to file: URL) throws(ShaderError) {
  if (try? Data(contentsOf: file)) == data { return }
  do {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
  } catch {
    throw ShaderError("\(file.path):1: error: \(error.localizedDescription)")
  }
}
