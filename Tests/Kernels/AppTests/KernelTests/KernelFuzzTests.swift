import Foundation
import ImageGraph
import KernelFormulas
import KernelLanguage
import KernelModules
import RandomNumbers
import StageCompiler
import TestFiles
import TestSupport
import Testing

/// Mutated kernel sources result in errors or in valid modules, alone and between other steps. `scripts/kernel-trials`
/// tries more of them.
@Suite struct KernelFuzzTests {
  private static let words = [
    "0", "-1", "2147483648", "1e38", "1e-45", "0.0 / 0.0", "vec4(1.0)", "float4(1)", "int", "float", "vec2", "sampler",
    "__sample", "coreimage::sampler", "return s;", "{", "}", "(", ")", "[99]", ".xyzw", ".wwww", "+", "*", "/", "%",
    "<<",
    "&&", "?", ":", ";", "for (int i = 0; i < 9; i++)", "while (true)", "if (x > 0.0)", "else", "const", "kernel",
    "extern \"C\"", "[[stitchable]]", "struct S { float a[4]; };", "/*", "*/", "//", "\"", "\\\n",
    "#define A A A\n",
    "#define float int\n", "#if 1\n", "sample(s, destCoord())", "dest.coord()", "mat3(1.0)", "uint", "half", "auto",
    "é",
    "destCoord()", "break;", "continue;", "discard;", "#define J(a, b) a ## b\n", "J(fl, oor)(s.r)", "##",
    "frexp(s.r, n)", "int n = 3;", "switch (1) { case 1: break; }",
  ]

  /// GLSL constructs that formulas must not have.
  private static let shaderWords = [
    "const vec4 color", "const vec2 at", "read0(at)", "read7(at + 1.0)", "read9(at)", "precise", "highp", "out vec4 o",
    "inout", "uniform float u;\n", "shared float s[4];\n", "layout(binding = 1) buffer B { float x[]; };\n",
    "layout(rgba8, binding = 2) uniform image2D image;\n", "imageLoad(image, ivec2(0))", "barrier();",
    "float k = 1.0;\n",
    "const float table[3] = float[3](1.0, 2.0, 3.0);\n", "gl_GlobalInvocationID.x", "double", "dvec4(1.0)",
    "#version 450\n",
    "#line 900 7\n", "#extension GL_EXT_shader_explicit_arithmetic_types : require\n", "atomicAdd(n, 1)", "mat4x3(1.0)",
    "void main() {}", "struct S { vec4 v[2]; } a;\n", "vec4 f(const vec4 color) { return color; }\n", "uint(n)",
    "modf(x, y)",
    "textureLod", "subroutine", "ci_unfinished(true);", "void ci_unfinished(bool b) {}\n", "kernel_f_0()", "dFdx(at)",
    "float16_t", "int64_t",
    "// inputs: 1\n",
  ]

  private static let shaders = [
    "vec4 gain(const vec4 color, const float by) { return vec4(color.rgb * by, color.a); }",
    "// inputs: 1\nvec4 tinted(const vec4 color, const vec4 tint) { return mix(color, tint, step(0.5, color.a)); }",
    "vec2 moved(const vec2 at, const vec2 by, const float k) { return at + by * sin(at.yx * k); }",
    "vec4 ramp(const vec2 at, const vec4 tint) { return tint * clamp(at.x / 100.0, 0.0, 1.0); }",
    """
    float luma(const vec4 c) { return dot(c.rgb, vec3(0.2126, 0.7152, 0.0722)); }
    vec4 edges(const vec2 at, const float k) {
      float left = luma(read0(at - vec2(1.0, 0.0))), right = luma(read0(at + vec2(1.0, 0.0)));
      return vec4(vec3(abs(right - left) * k), read0(at).a);
    }
    """,
    """
    vec4 mean(const vec2 at, const int reach) {
      vec4 sum = vec4(0.0);
      for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) { sum += read0(at + vec2(x, y)) * read1(at).r; }
      }
      return sum / float((2 * reach + 1) * (2 * reach + 1));
    }
    """,
    """
    vec4 chosen(const vec4 color, const int kind) {
      vec4 list[3] = vec4[3](color, color.bgra, vec4(1.0) - color);
      switch (kind) {
        case 0: return list[0];
        case 1: list[1] *= 2.0;
        default: break;
      }
      int place = 0;
      while (place < 2 && list[place].r > 0.5) { place++; }
      return list[place];
    }
    """,
  ]

  private static func texts(of language: Language) throws -> [String] {
    if language == .glsl { return shaders + ShaderLoopTests.endless }
    let files = TwentyKernels.files.filter { Language(fileName: $0) == language }
    return try files.map { String(decoding: try TwentyKernels.text($0).bytes, as: UTF8.self) }
      + (language == .coreImage ? OpenLoopTests.endless : [])
  }

  /// Returns the words of a source, and the text between them.
  private static func split(_ text: String) -> [String] {
    var (parts, isWord): ([String], Bool?) = ([], nil)
    for character in text {
      let now = character.isLetter || character.isNumber || character == "_" || character == "."
      if now, isWord == true { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
      isWord = now
    }
    return parts
  }

  private static func changed(_ texts: [[String]], _ words: [String], _ random: inout SplitMix) -> String {
    var parts = texts.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<max(parts.count, 1), using: &random)
      guard place < parts.count else { break }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: parts.remove(at: place)
      case 1: parts.insert(parts[place], at: place)
      case 2: parts.swapAt(place, Int.random(in: 0..<parts.count, using: &random))
      case 3: parts[place] = words.randomElement(using: &random)!
      case 4: parts.insert(words.randomElement(using: &random)!, at: place)
      default:
        let other = texts.randomElement(using: &random)!
        let start = Int.random(in: 0..<other.count, using: &random)
        let end = min(other.count, start + Int.random(in: 1...40, using: &random))
        parts.replaceSubrange(place..<place, with: other[start..<end])
      }
    }
    return parts.joined()
  }

  @Test(arguments: KernelTrials.languages)
  func changedTextsEndInErrorsOrInValidModules(_ language: Language) throws {
    let texts = try Self.texts(of: language).map(Self.split)
    let words = language == .glsl ? Self.words + Self.shaderWords : Self.words
    var random = SplitMix(seed: KernelTrials.seed)
    var (accepted, opened) = (0, 0)
    for number in 0..<KernelTrials.texts {
      let text = Self.changed(texts, words, &random)
      try KernelTrials.note(text, language)
      let start = ContinuousClock.now
      do {
        let source = KernelText(text, language)
        let kernels = try source.kernels()
        let library = try KernelLibrary(KernelLibrary.file(of: [source]) { glsl in Glslang.compile(glsl) })
        for kernel in kernels {
          accepted += 1
          let ahead = try #require(try library.kernel(named: kernel.kernel.name))
          let problems = try Self.problems(of: kernel) + Self.problems(of: ahead).map { "compiled ahead: \($0)" }
          for problem in problems { Issue.record("\(language) \(number): \(problem)\n\(text)") }
          // An endless loop takes 65,536 iterations to detect.
          if kernel.code.reportsOpenLoops {
            opened += 1
            if opened > max(KernelTrials.texts / 100, 1) { continue }
          }
          let seed = UInt64(number)
          let (later, sooner) = (Self.run(kernel, seed), Self.run(ahead, seed))
          if later != sooner { Issue.record("\(language) \(number): compiled ahead it gives another result\n\(text)") }
        }
      } catch let problem as KernelProblem {
        // The content of GLSL is checked only after it is compiled to a module.
        if case .refused(let reason) = problem, language != .glsl || reason.hasPrefix("internal") {
          Issue.record("\(language) \(number): \(reason)\n\(text)")
        }
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if seconds > 60 { Issue.record("\(language) \(number) takes \(seconds) s\n\(text)") }
    }
    #expect(accepted > KernelTrials.texts / 20, "\(accepted) of \(KernelTrials.texts) are kernels")
    #expect(opened > 0, "no kernel had a loop that may not end")
  }

  /// glslang fails if the name of a function is at the end of such a line.
  @Test(arguments: ["\n", "\r\n"])
  func linesThatGoOnInTheNextAreOne(_ end: String) throws {
    let text = "vec4 gain\\\(end)(const vec4 color, const float by) {\\\(end) return vec4(color.rgb * by, color.a); }"
    #expect(try KernelText(text, .glsl).kernels().map(\.kernel.name) == ["gain"])
  }

  /// Returns the validation problems of a kernel's modules.
  private static func problems(of kernel: AppKernel) throws -> [String] {
    var problems: [String] = []
    // The words of a kernel that is compiled ahead of time are a part of a module.
    if kernel.code.stage == nil, let message = try SPIRVValidator.complaint(about: kernel.code.words) {
      problems.append(message)
    }
    // The modules for devices: a whole program in one module.
    do {
      for words in try StitchedKernel.modules(of: kernel) {
        if let message = try SPIRVValidator.complaint(about: words) { problems.append("stitched: \(message)") }
      }
    } catch let error as RenderError { problems.append("not stitched: \(error)") }
    // Compiled ahead of time, it is also a native stage; the build warns if that is not possible.
    guard kernel.kernel.language != .glsl else { return problems }
    let stage = KernelLibrary.stageLine(
      kernel.kernel, function: kernel.code.function, words: kernel.code.words, named: "0.0")
    do { _ = try KernelForm(Substring(stage)).cText() } catch { problems.append("no stage: \(error)") }
    return problems
  }

  /// Returns the bits of the result, with all NaN values equal; nil if a limit ended the run. The run ends for any
  /// arguments.
  private static func run(_ kernel: AppKernel, _ seed: UInt64) -> [UInt32]? {
    var random = SplitMix(seed: seed)
    let numbers: [Float] = [0, 1, -1, 0.5, 1e30, -1e30, .nan, .infinity, .leastNonzeroMagnitude, Float(bitPattern: 7)]
    guard let machine = try? kernel.code.machine() else {
      Issue.record("\(kernel.kernel.name) cannot be run")
      return nil
    }
    for (number, slot) in kernel.kernel.slots.enumerated() {
      for component in 0..<slot.kind.count {
        machine.argument(number, component: component).update(repeating: numbers.randomElement(using: &random)!)
      }
    }
    guard (try? machine.compute(pixels: 8) { _, _ throws(RenderError) in [0.5, 1, .nan, 0] }) != nil else { return nil }
    return (0..<kernel.code.resultCount).flatMap { component in
      machine.result(component: component)[..<8].map { $0.isNaN ? Float.nan.bitPattern : $0.bitPattern }
    }
  }
}
