import KernelLanguage
import Testing

/// Untrusted sources result in kernels or in errors, in bounded time.
@Suite struct HostileTextTests {
  private func outcome(_ text: String, _ language: Language = .coreImage) -> [Diagnostic] {
    do {
      for kernel in try KernelCompiler(language).compile(text).kernels where language != .glsl { Shader.check(kernel) }
      return []
    } catch {
      return error.diagnostics
    }
  }

  private func kernel(_ statements: String) -> String {
    "kernel vec4 f(__sample s, float a, int n) { \(statements) return s; }"
  }

  /// glslang 12 throws `std::length_error` for this source, which no caller up to `main` would catch.
  @Test func whatGlslangThrowsIsAnError() {
    let verdict = Shader.verdict(
      on: "#version 450\n#define gain other\nvec4 gain\\\n(const vec4 c) { return c; }\nvoid main() {}\n")
    #expect(verdict.isModule || verdict.log.hasPrefix("ERROR: 0:1: glslang failed: "))
  }

  static let brackets = [
    "(", "[", "{", "((", "-", "!", "a?", "a=", "if(a)", "{(", "f(", "a[", "do ", "#if 1\n", "namespace a{", "struct",
    "/*", "\\\n",
  ]

  @Test(arguments: brackets)
  func aMegabyteOfBracketsIsAnError(_ bracket: String) {
    let text = String(repeating: bracket, count: 1 << 20 / bracket.utf8.count)
    for language in Language.allCases {
      #expect(!outcome(text, language).isEmpty)
      // Within the byte limit, alone and in a kernel.
      let short = String(repeating: bracket, count: 100_000 / bracket.utf8.count)
      #expect(!outcome(short, language).isEmpty)
      #expect(!outcome(kernel("float x = \(short)"), language).isEmpty)
      // Continued lines are white space.
      #expect(!outcome(kernel(short), language).isEmpty || bracket == "\\\n" && language == .coreImage)
    }
  }

  @Test func longChainsAreErrorsNotDepth() {
    let sum = Array(repeating: "a", count: 50_000)
    for sign in ["+", "*", "&&", ",", "==", "?a:", "-", "="] {
      let found = outcome(kernel("float x = (\(sum.joined(separator: sign)));"))
      #expect(found.first?.message.hasPrefix("kernel source exceeds a limit") == true, "\(sign) \(found)")
    }
    #expect(!outcome(kernel("float x = a\(String(repeating: ".x", count: 50_000));")).isEmpty)
    #expect(!outcome(kernel(String(repeating: "else if (a > 1.0) ;", count: 9000))).isEmpty)
    #expect(!outcome(kernel("if (a > 1.0) ; " + String(repeating: "else if (a > 1.0) ;", count: 9000))).isEmpty)
    #expect(outcome(kernel("float x = \(sum.prefix(200).joined(separator: "+"));")).isEmpty)
    #expect(outcome(kernel(String(repeating: "a += 1.0;", count: 5000))).isEmpty)
  }

  @Test func bytesThatAreNoTextAreErrors() throws {
    let texts: [[UInt8]] = [
      [0], [0xff, 0xfe], [0xc3], Array("kernel vec4 f(".utf8) + [0], Array(repeating: 0, count: 1 << 20),
      Array("kernel vec4 f(__sample s) { return s; }\n//".utf8) + [0xc3, 0x28], [0xef, 0xbb, 0xbf],
      Array("\u{2028}".utf8),
    ]
    for language in Language.allCases {
      for text in texts { #expect(throws: KernelTextError.self) { try KernelCompiler(language).compile(text) } }
    }
    let marked = [0xef, 0xbb, 0xbf] + Array("kernel vec4 f(__sample s) { return s; } // \u{1f600}\r\n".utf8)
    #expect(try KernelCompiler(.coreImage).compile(marked).kernels.count == 1)
  }

  @Test func hugeNumbersAreErrorsOrZero() {
    #expect(!outcome(kernel("float x = 1\(String(repeating: "0", count: 100_000)).0;")).isEmpty)
    #expect(!outcome(kernel("int x = 99999999999999999999;")).isEmpty)
    #expect(!outcome(kernel("float x = 1e999999999;")).isEmpty)
    #expect(outcome(kernel("float x = 1e-999;")).isEmpty)
    #expect(!outcome(kernel("float x[2147483647];")).isEmpty)
    #expect(!outcome(kernel("float x[64][64][64];")).isEmpty)
    #expect(outcome(kernel("int x = -2147483648 / -1; int y = 1 / 0; int z = 5 % 0; int w = 1 << 40;")).isEmpty)
    #expect(!outcome("float x\(String(repeating: "y", count: 100_000));").isEmpty)
  }

  @Test func macrosThatGrowAreErrors() {
    var bomb = "#define A0 a a\n"
    for level in 1..<60 { bomb += "#define A\(level) A\(level - 1) A\(level - 1)\n" }
    #expect(outcome(bomb + kernel("A59")).first?.message.contains("words expanded from macros") == true)
    var calls = "#define B0(x) x x\n"
    for level in 1..<60 { calls += "#define B\(level)(x) B\(level - 1)(x x)\n" }
    #expect(!outcome(calls + kernel("B59(a)")).isEmpty)
    let deep = (1..<200).map { "#define C\($0) C\($0 - 1)\n" }.joined()
    #expect(outcome(deep + kernel("C199")).first?.message.contains("nested macros") == true)
    #expect(!outcome("#define D D D\n" + kernel("D")).isEmpty)
    #expect(!outcome("#define E(x) x\n" + kernel("E(E(E(E(")).isEmpty)
  }

  @Test func longChainsOfIncludesAreErrors() {
    let headers = (0..<60).map { ("a\($0).h", Array("#include \"a\($0 + 1).h\"\n".utf8)) }
    let compiler = KernelCompiler(.metal, headers: Dictionary(uniqueKeysWithValues: headers))
    let error = #expect(throws: KernelTextError.self) { try compiler.compile("#include \"a0.h\"\n") }
    #expect(error?.diagnostics.first?.message.contains("included files") == true)
  }

  @Test func workThatMultipliesIsAnError() {
    var tree = "vec4 g0(vec4 c) { return c + 1.0; }\n"
    for level in 1..<31 { tree += "vec4 g\(level)(vec4 c) { return g\(level - 1)(c) * g\(level - 1)(c); }\n" }
    #expect(outcome(tree + kernel("s = g30(s);")).first?.message.contains("calls of one pixel") == true)
    var forms = "vec4 h0(sampler a, sampler b, sampler c) { return sample(a, vec2(0.0)); }\n"
    for level in 1..<12 {
      forms +=
        "vec4 h\(level)(sampler a, sampler b, sampler c) { return h\(level - 1)(a, c, b) + h\(level - 1)(b, a, c); }\n"
    }
    #expect(outcome(forms + "kernel vec4 f(sampler a, sampler b, sampler c) { return h10(a, b, c); }").isEmpty)
    let functions = (0..<600).map { "float g\($0)(float x) { return x; }\n" }.joined()
    #expect(outcome(functions + kernel("")).first?.message.contains("functions") == true)
    let chain = (1..<40).map { "float g\($0)(float x) { return g\($0 - 1)(x); }\n" }.joined()
    #expect(!outcome("float g0(float x) { return x; }\n" + chain + kernel("a = g39(a);")).isEmpty)
    let parameters = (0..<100).map { "float p\($0)" }.joined(separator: ", ")
    #expect(!outcome("kernel vec4 f(\(parameters)) { return vec4(0.0); }").isEmpty)
    let images = (0..<9).map { "__sample p\($0)" }.joined(separator: ", ")
    #expect(!outcome("kernel vec4 f(\(images)) { return p0; }").isEmpty)
    let loops = String(repeating: "for (float x = 0.0; x < 60000.0; x += 1.0) ;", count: 1000)
    #expect(outcome(kernel(loops)).isEmpty)
    let zeros = (0..<5000).map { "S x\($0)() { return S{}; }" }.joined()
    #expect(!outcome("struct S { float a[4096]; };" + zeros, .metal).isEmpty)
    let loads = String(repeating: "p[0], ", count: 200) + "p[0]"
    #expect(
      !outcome("struct S { float a[4000]; }; extern \"C\" float4 f(constant S *p) { (\(loads)); return 0; }", .metal)
        .isEmpty)
  }

  /// Kernels with exchanged, repeated and removed words: never a trap, and accepted ones are valid shaders.
  @Test(arguments: KernelFile.names)
  func changedKernelsAreTakenOrRefused(_ file: String) throws {
    let text = try KernelFile.text(file)
    let words = Self.words(text)
    var random = Random(state: UInt64(file.utf8.reduce(7) { $0 &* 31 &+ Int($1) } & 0xffff) + 1)
    let extremes = [
      "0", "-1", "2147483648", "1e38", "1e-45", "(", ")", "{", "}", ";", "vec4", "float3", "int", "sampler", ".xyzw",
      "\u{e4}", "/*", "0.0/0.0", "for(;;)", "return",
    ]
    for _ in 0..<30 {
      var changed = words
      for _ in 0...random.below(3) {
        let (index, other) = (random.below(changed.count), random.below(changed.count))
        switch random.below(5) {
        case 0: changed.remove(at: index)
        case 1: changed.insert(changed[other], at: index)
        case 2: changed.swapAt(index, other)
        case 3: changed[index] = extremes[random.below(extremes.count)]
        default: changed[index] = changed[other]
        }
      }
      _ = outcome(changed.joined(), try #require(Language(fileName: file)))
    }
  }

  /// Returns words, numbers and other characters as separate strings.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    for character in text {
      let isLetter = character.isLetter || character.isNumber || character == "_"
      if isLetter, let last = words.last?.last, last.isLetter || last.isNumber || last == "_" {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    return words
  }
}

/// A reproducible generator of random numbers.
private struct Random {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(count, 1)))
  }
}
