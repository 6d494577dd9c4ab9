import KernelLanguage

/// A compiler from GLSL to SPIR-V. Returns the words, or nil and the log.
package typealias ShaderCompile = @Sendable (_ glsl: String) -> (words: [UInt32]?, log: String)

/// The compilation of a kernel's GLSL to SPIR-V.
enum ShaderText {
  /// The declarations before every kernel. Its readers are replaced when a program is stitched.
  static let preface =
    "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"
    + (0...9).map { "vec4 read\($0)(const vec2 at) { return vec4(at, 0.0, 0.0); }\n" }.joined() + "#line 1 1\n"

  /// Returns the SPIR-V of a kernel.
  ///
  /// - Throws: `noCompiler`; `text` with the messages of the shader compiler for GLSL source; `refused` for printed
  ///   GLSL, where an error is a defect of `KernelCompiler`.
  static func words(of kernel: Kernel, file: String, _ compile: ShaderCompile?) throws(KernelProblem) -> [UInt32] {
    guard let compile else { throw .noCompiler }
    let (words, log) = compile(preface + joined(kernel.glsl))
    if let words {
      // Printed kernels have loop counters; GLSL source does not yet.
      guard kernel.language == .glsl else { return words }
      let module = try kernel.module(words)
      if let unsupported = module.unsupported {
        throw .text([
          ShaderSourceMap(text(of: kernel), file: file).error(unsupported, named: kernel.name, line: kernel.line)
        ])
      }
      return BoundedLoops.applied(to: module, iterations: Limits.loopIterations, all: Limits.pixelIterations).words
    }
    guard kernel.language == .glsl else {
      let first = log.split(separator: "\n").first ?? "no words"
      throw .refused("internal: the GLSL of kernel \(kernel.name) at line \(kernel.line) has an error: \(first)")
    }
    throw .text(diagnostics(log, kernel, file))
  }

  /// Returns the text with continued lines joined and the same number of line ends: glslang fails if the name of a
  /// macro, here that of the function, is directly before the end of a continued line.
  private static func joined(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    var (result, pendingLineEnds) = ("", "")
    for line in lines.dropLast() {
      if line.hasSuffix("\\") {
        result += line.dropLast()
        pendingLineEnds += "\n"
      } else {
        result += line + "\n" + pendingLineEnds
        pendingLineEnds = ""
      }
    }
    return result + lines[lines.count - 1] + pendingLineEnds
  }

  /// Parses the log of glslang, for example `ERROR: 1:14: 'x' : undeclared identifier`: an error in line 14.
  private static func diagnostics(_ log: String, _ kernel: Kernel, _ file: String) -> [Diagnostic] {
    let map = ShaderSourceMap(text(of: kernel), file: file)
    let lines = log.split(separator: "\n").map { String($0).replacing(kernel.functionName, with: kernel.name) }
    let found = lines.compactMap { line -> Diagnostic? in
      guard line.hasPrefix("ERROR: "), !line.contains("compilation errors"), !line.contains("compilation terminated")
      else { return nil }
      let parts = line.dropFirst("ERROR: ".count).split(separator: ":", maxSplits: 2)
      guard parts.count == 3, parts[0] == "1", let number = Int(parts[1]), number >= 1 else { return nil }
      var message = parts[2].drop { $0 == " " }
      while message.last == " " { message.removeLast() }
      return map.error(String(message), named: word(in: message), line: number)
    }
    if !found.isEmpty { return found }
    return [map.error(lines.first ?? "not compiled", named: kernel.name, line: kernel.line)]
  }

  /// Returns the original source, without the two lines before it: the renaming macro and the line directive.
  private static func text(of kernel: Kernel) -> String {
    String(kernel.glsl.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).last ?? "")
  }

  /// Returns the quoted word at the start of a message, as it is spelled in source: `'x' : undeclared identifier`.
  private static func word(in message: Substring) -> String? {
    guard message.first == "'" else { return nil }
    let word = String(message.dropFirst().prefix { $0 != "'" })
    return word == "assign" ? "=" : word
  }
}
