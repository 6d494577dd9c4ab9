import CGlslangInline
import Foundation

/// The folder of GLSL sources.
struct ShaderFolder {
  let root: URL

  /// The shaders to compile, as paths without `.glsl`. The folder Shared contains included files.
  var names: [String] {
    (FileManager.default.subpaths(atPath: root.path) ?? [])
      .filter { $0.hasSuffix(".glsl") && !$0.hasPrefix("Shared/") }
      .map { String($0.dropLast(".glsl".count)) }.sorted()
  }

  func file(_ name: String) -> URL { root.appendingPathComponent(name + ".glsl") }

  /// Returns a shader with its includes expanded.
  func source(_ name: String) throws(ShaderError) -> ShaderSource { try ShaderSource(file(name), root: root) }
}

/// Compiles a shader to SPIR-V; warnings are printed to standard error. The caller must call `cglslang_begin` first.
func compiled(_ source: ShaderSource) throws(ShaderError) -> Data {
  var result = CGlslangWork()
  cglslang_work(source.text, &result)
  cglslang_end(&result)
  defer {
    free(result.words)
    free(result.log)
  }
  let diagnostics = source.diagnostics(result.log.map { String(cString: $0) } ?? "")
  guard let words = result.words else {
    throw ShaderError(
      diagnostics.isEmpty ? "\(source.files[0].path):1: error: not compiled" : diagnostics.joined(separator: "\n"))
  }
  diagnostics.forEach(report)
  return Data(buffer: UnsafeBufferPointer(start: words, count: result.wordCount))
}

func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
