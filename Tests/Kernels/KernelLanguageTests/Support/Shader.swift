import CGlslang
import Foundation
import KernelLanguage
import TestFiles
import Testing

/// The shader compiler of the build, for one kernel.
enum Shader {
  /// The declarations before every shader; its readers are replaced when a kernel is stitched.
  static let preface =
    "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"
    + (0..<9).map { "vec4 read\($0)(const vec2 at) { return vec4(at, 0.0, 0.0); }\n" }.joined()

  private static let start: Void = cglslang_start()

  /// Returns the SPIR-V of a source; a failed expectation if it does not compile.
  static func words(of glsl: String, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) -> [UInt32]
  {
    _ = start
    let result = cglslang_compile(preface + glsl)
    defer { cglslang_free(result) }
    guard let words = result.words else {
      Issue.record("\(comment): \(String(cString: result.log))\n\(glsl)", sourceLocation: sourceLocation)
      return []
    }
    return Array(UnsafeBufferPointer(start: words, count: result.wordCount))
  }

  /// Returns whether a source without preface compiles to a module, and the compiler's log.
  static func verdict(on text: String) -> (isModule: Bool, log: String) {
    _ = start
    let result = cglslang_compile(text)
    defer { cglslang_free(result) }
    return (result.words != nil, String(cString: result.log))
  }

  /// Compiles a kernel, and runs the SPIR-V validator.
  static func check(_ kernel: Kernel, sourceLocation: SourceLocation = #_sourceLocation) {
    let words = words(of: kernel.glsl, "\(kernel.name)", sourceLocation: sourceLocation)
    #expect(
      names(in: words).contains(kernel.mangledName), "\(kernel.mangledName)", sourceLocation: sourceLocation)
    guard !words.isEmpty else { return }
    do {
      guard let message = try SPIRVValidator.complaint(about: words) else { return }
      Issue.record("\(kernel.name): \(message)\n\(kernel.glsl)", sourceLocation: sourceLocation)
    } catch { Issue.record(error, sourceLocation: sourceLocation) }
  }

  /// Returns the names of all functions of a module.
  private static func names(in words: [UInt32]) -> Set<String> {
    var names: Set<String> = []
    var index = 5
    while index < words.count {
      let count = Int(words[index] >> 16)
      guard count > 0 else { break }
      if words[index] & 0xffff == 5 {
        let bytes = words[(index + 2)..<(index + count)].flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 255) }
        }
        names.insert(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
      index += count
    }
    return names
  }
}

/// The sources of the folder Kernels, by name without extension.
enum KernelFile {
  static let folder = testFile("Kernels/KernelLanguageTests/Kernels")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
}

/// Returns the kernels of a source.
func kernels(_ text: String, _ language: Language, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Kernel]
{
  do {
    return try KernelCompiler(language).compile(text).kernels
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
    throw error
  }
}

/// Returns the body of a kernel of the Core Image Kernel Language with the argument `a`, as GLSL.
func body(_ statements: String, _ language: Language = .coreImage, sourceLocation: SourceLocation = #_sourceLocation)
  throws
  -> String
{
  let head =
    language == .metal
    ? "using namespace metal; extern \"C\" float4 test(coreimage::sample_t s, float a, int n, coreimage::destination "
      + "dest) {"
    : "kernel vec4 test(__sample s, float a, int n) {"
  let kernel = try kernels("\(head)\n\(statements)\nreturn s; }", language, sourceLocation: sourceLocation)[0]
  Shader.check(kernel, sourceLocation: sourceLocation)
  return kernel.glsl
}
