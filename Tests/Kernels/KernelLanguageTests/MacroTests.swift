import KernelLanguage
import Testing

/// Macros that join words.
@Suite struct MacroTests {
  struct Row: CustomTestStringConvertible {
    var define: String
    var use: String
    /// A part of the printed kernel.
    var glsl: String

    var testDescription: String { "\(define) in \(use)" }
  }

  static let rows = [
    Row(define: "#define JOIN(a, b) a ## b", use: "float x = JOIN(flo, or)(c.r);", glsl: "floor(v0_c.x)"),
    Row(define: "#define TAKE(n) c.n ## n", use: "float x = TAKE(r).x;", glsl: "v0_c.xx.x"),
    // Numbers are joined by their spelling: 0x10 is not 16 here, nor is 01 one.
    Row(define: "#define V(n) v ## n", use: "float V(0x10) = 2.0; float x = v0x10;", glsl: "v0x10 = 2.0"),
    Row(define: "#define V(n) v ## n", use: "float V(01) = 2.0; float x = v01;", glsl: "v01 = 2.0"),
    // Operators can be joined too.
    Row(define: "#define TWICE(o) o ## =", use: "float x = 1.0; x TWICE(+) 2.0;", glsl: "+= 2.0"),
    // An object-like macro.
    Row(define: "#define NAME flo ## or", use: "float x = NAME(c.r);", glsl: "floor(v0_c.x)"),
    // An empty argument joins nothing, on either side and between two.
    Row(define: "#define JOIN(a, b) a ## b", use: "float x = JOIN(, floor)(c.r);", glsl: "floor(v0_c.x)"),
    Row(define: "#define JOIN(a, b) a ## b", use: "float x = JOIN(floor, )(c.r);", glsl: "floor(v0_c.x)"),
    Row(define: "#define THREE(a, b, c) a ## b ## c", use: "float x = THREE(fl, , oor)(c.r);", glsl: "floor(v0_c.x)"),
    // Joined words are not expanded before the join, but the resulting word is.
    Row(
      define: "#define ONE 7\n#define ONETWO 5\n#define JOIN(a, b) a ## b", use: "int x = JOIN(ONE, TWO);",
      glsl: "= 5;"),
    // A macro in between expands them first.
    Row(
      define: "#define N 3\n#define JOIN(a, b) a ## b\n#define LATE(a, b) JOIN(a, b)",
      use: "float v3 = 2.0; float x = LATE(v, N);", glsl: "v3 = 2.0"),
    // If an argument has several words, only the adjacent one is joined.
    Row(define: "#define JOIN(a, b) a ## b", use: "float x = JOIN(1.0 + flo, or)(c.r);", glsl: "1.0 + floor(v0_c.x)"),
  ].filter { !$0.glsl.isEmpty }

  @Test(arguments: rows, [Language.coreImage, .metal])
  func twoWordsBecomeOne(_ row: Row, _ language: Language) throws {
    let head =
      language == .metal
      ? "[[stitchable]] float4 f(coreimage::sample_t c) {" : "kernel vec4 f(__sample c) {"
    let text = "\(row.define)\n\(head)\n\(row.use)\nreturn c;\n}"
    let printed = try kernels(text, language)[0].glsl
    #expect(printed.contains(row.glsl), "\(printed)")
  }

  @Test(arguments: [
    ("#define S(a) # a", "1:14 '#' in a macro creates a string", "## to join"),
    ("#define S #", "1:11 '#' in a macro creates a string", "## to join"),
    ("#define S(a) ## a", "1:14 '##' has only one operand", "a ## b"),
    ("#define S(a) a ##", "1:16 '##' has only one operand", "a ## b"),
    ("#define S ##", "1:11 '##' has only one operand", "a ## b"),
  ])
  func aJoinOfNothingHasItsMessage(_ define: String, _ message: String, _ allowed: String) throws {
    let error = #expect(throws: KernelTextError.self) {
      try KernelCompiler(.coreImage).compile("\(define)\nkernel vec4 f(__sample c) { return c; }")
    }
    let first = try #require(error?.diagnostics.first)
    #expect("\(first.line):\(first.column) \(first.message)".hasPrefix(message), "\(first)")
    #expect(first.allowed?.contains(allowed) == true, "\(first)")
  }

  @Test(arguments: [
    ("JOIN(a, +)", "'a' ## '+' is not a word"), ("JOIN(/, /)", "'/' ## '/' is not a word"),
    ("JOIN(1, x)", "'1' ## 'x' is not a word"),
    ("JOIN(\(String(repeating: "a", count: 200)), \(String(repeating: "b", count: 200)))", "kernel source exceeds"),
  ])
  func wordsThatAreNoneTogetherAreNamed(_ use: String, _ message: String) throws {
    let text = "#define JOIN(a, b) a ## b\nkernel vec4 f(__sample c) {\nfloat x = \(use);\nreturn c; }"
    let error = #expect(throws: KernelTextError.self) { try KernelCompiler(.coreImage).compile(text) }
    let first = try #require(error?.diagnostics.first)
    #expect(first.message.hasPrefix(message), "\(first)")
    #expect(first.line == 3 || first.line == 1, "\(first)")
  }
}
