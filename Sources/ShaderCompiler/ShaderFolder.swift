import CGlslang
import Foundation

/// A compiled shader and its path in the folder, without `.glsl`.
struct Module {
  var name: String
  var words: [UInt32]
}

/// The folder of GLSL sources.
struct ShaderFolder {
  let root: URL

  /// The shaders to compile, by path. The folder Shared holds what others include.
  private var files: [URL] {
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let shared = root.appendingPathComponent("Shared").standardizedFileURL.path + "/"
    return all.map(\.standardizedFileURL)
      .filter { $0.pathExtension == "glsl" && !$0.path.hasPrefix(shared) }
      .sorted { $0.path < $1.path }
  }

  /// Compiles all of them; every error goes to standard error, and any gives nil.
  func compile() -> [Module]? {
    cglslang_start()
    var modules: [Module] = []
    let files = files
    var failed = files.isEmpty
    if failed { report("\(root.path):1: error: there is no shader in this folder") }
    for file in files {
      do throws(ShaderError) {
        modules.append(Module(name: name(of: file), words: try words(of: file)))
      } catch {
        failed = true
        report(error.line)
      }
    }
    return failed ? nil : modules
  }

  private func name(of file: URL) -> String {
    String(file.deletingPathExtension().path.dropFirst(root.standardizedFileURL.path.count + 1))
  }

  private func words(of file: URL) throws(ShaderError) -> [UInt32] {
    let source = try Source(file, root: root)
    let result = cglslang_compile(source.text)
    defer { cglslang_free(result) }
    let diagnostics = source.diagnostics(result.log.map { String(cString: $0) } ?? "")
    guard let words = result.words else {
      throw ShaderError(
        diagnostics.isEmpty ? "\(file.path):1: error: not compiled" : diagnostics.joined(separator: "\n"))
    }
    diagnostics.forEach(report)
    return Array(UnsafeBufferPointer(start: words, count: result.wordCount))
  }

  private func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// A Swift file that holds the modules. Base64 in a static string compiles 50 times faster than a list of numbers.
func swiftSource(of modules: [Module]) -> String {
  let entries = modules.map { module in
    let bytes = module.words.withUnsafeBytes { Data($0) }
    return "    CompiledModule(name: \"\(module.name)\", base64: \"\(bytes.base64EncodedString())\"),\n"
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
