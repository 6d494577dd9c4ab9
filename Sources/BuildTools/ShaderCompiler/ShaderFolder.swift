import CGlslangInline
import Foundation

/// The folder of GLSL sources.
struct ShaderFolder {
  let root: URL

  /// The shaders to compile, as paths without `.glsl`. The folder Shared holds what others include.
  var names: [String] {
    (FileManager.default.subpaths(atPath: root.path) ?? [])
      .filter { $0.hasSuffix(".glsl") && !$0.hasPrefix("Shared/") }
      .map { String($0.dropLast(".glsl".count)) }.sorted()
  }

  func file(_ name: String) -> URL { root.appendingPathComponent(name + ".glsl") }

  /// A shader with its includes put in place.
  func source(_ name: String) throws(ShaderError) -> ShaderSource { try ShaderSource(file(name), root: root) }
}

/// Compiles one shader to SPIR-V; warnings go to standard error. `cglslang_begin` was called.
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
