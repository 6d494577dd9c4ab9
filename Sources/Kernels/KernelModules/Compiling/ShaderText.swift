import KernelLanguage

/// What compiles GLSL to SPIR-V: the words, or nil and what the compiler says.
package typealias ShaderCompile = @Sendable (_ glsl: String) -> (words: [UInt32]?, log: String)

/// GLSL becomes SPIR-V.
enum ShaderText {
  /// What stands before every kernel: readers are bound when a program is stitched.
  static let preface =
    "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"
    + (0...9).map { "vec4 read\($0)(const vec2 at) { return vec4(at, 0.0, 0.0); }\n" }.joined() + "#line 1 1\n"

  /// - Throws: `noCompiler`; `text` with the compiler's words for a text in GLSL; `refused` for what the translator
  ///   printed, where an error is a mistake of the translator.
  static func words(of kernel: Kernel, file: String, _ compile: ShaderCompile?) throws(KernelProblem) -> [UInt32] {
    guard let compile else { throw .noCompiler }
    let (words, log) = compile(preface + joined(kernel.glsl))
    if let words {
      // The translator has given loops their counters; what is in GLSL it has not seen.
      guard kernel.language == .glsl else { return words }
      let module = try kernel.module(words)
      if let foreign = module.foreign {
        throw .text([ShaderSourceMap(text(of: kernel), file: file).error(foreign, named: kernel.name, line: kernel.line)])
      }
      return BoundedLoops.applied(to: module, rounds: Limits.loopRounds, all: Limits.pixelRounds).words
    }
    guard kernel.language == .glsl else {
      let first = log.split(separator: "\n").first ?? "no words"
      throw .refused("internal: kernel \(kernel.name) at line \(kernel.line) became GLSL with an error: \(first)")
    }
    throw .text(diagnostics(log, kernel, file))
  }

  /// The text with lines that go on in the next one joined to it, and as many ends of lines as before: glslang throws
  /// where a macro's name, as the function's is, stands right before the end of such a line.
  private static func joined(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    var (result, owed) = ("", "")
    for line in lines.dropLast() {
      if line.hasSuffix("\\") {
        result += line.dropLast()
        owed += "\n"
      } else {
        result += line + "\n" + owed
        owed = ""
      }
    }
    return result + lines[lines.count - 1] + owed
  }

  /// glslang's `ERROR: 1:14: 'x' : undeclared identifier`: line 14, and what stands there.
  private static func diagnostics(_ log: String, _ kernel: Kernel, _ file: String) -> [Diagnostic] {
    let places = ShaderSourceMap(text(of: kernel), file: file)
    let lines = log.split(separator: "\n").map { String($0).replacing(kernel.functionName, with: kernel.name) }
    let found = lines.compactMap { line -> Diagnostic? in
      guard line.hasPrefix("ERROR: "), !line.contains("compilation errors"), !line.contains("compilation terminated")
      else { return nil }
      let parts = line.dropFirst("ERROR: ".count).split(separator: ":", maxSplits: 2)
      guard parts.count == 3, parts[0] == "1", let number = Int(parts[1]), number >= 1 else { return nil }
      var message = parts[2].drop { $0 == " " }
      while message.last == " " { message.removeLast() }
      return places.error(String(message), named: word(in: message), line: number)
    }
    if !found.isEmpty { return found }
    return [places.error(lines.first ?? "not compiled", named: kernel.name, line: kernel.line)]
  }

  /// As it was given: two lines stand before it, the kernel's new name, and where lines are counted from.
  private static func text(of kernel: Kernel) -> String {
    String(kernel.glsl.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).last ?? "")
  }

  /// What a message names first, between quotes, as it stands in texts: `'x' : undeclared identifier`.
  private static func word(in message: Substring) -> String? {
    guard message.first == "'" else { return nil }
    let word = String(message.dropFirst().prefix { $0 != "'" })
    return word == "assign" ? "=" : word
  }
}
