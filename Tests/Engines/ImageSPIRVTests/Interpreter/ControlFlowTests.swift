import CGlslang
import CompiledShaders
import ImageGraph
import ImageSPIRV
import Testing

/// A self-contained shader source, interpreted.
enum Text {
  private static let start: Void = cglslang_start()

  static func library(_ glsl: String) throws -> ShaderLibrary {
    _ = start
    let preface =
      "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"
      + (0..<9).map { "vec4 read\($0)(const vec2 at) { return vec4(at, 0.0, 0.0); }\n" }.joined()
    let result = cglslang_compile(preface + glsl)
    defer { cglslang_free(result) }
    let words = try #require(result.words, "\(String(cString: result.log))\n\(glsl)")
    return try ShaderLibrary([("text", Array(UnsafeBufferPointer(start: words, count: result.wordCount)))])
  }

  /// Returns the results of `vec4 f(const vec4 x)` for x of 0 to 63 in all components.
  static func results(_ body: String, helpers: String = "") throws -> [SIMD4<Float>] {
    let library = try library("\(helpers)\nvec4 f(const vec4 x) {\n\(body)\n}\n")
    let machine = try KernelInterpreter(library, function: "f(vf4;").machine()
    for component in 0..<4 {
      for lane in 0..<64 { machine.argument(0, component: component)[lane] = Float(lane) }
    }
    try machine.compute(pixels: 64) { input, at in [at.x, at.y, Float(input), 1] }
    return (0..<64).map { lane in
      SIMD4((0..<4).map { machine.result(component: $0)[lane] })
    }
  }
}

@Suite struct ControlFlowTests {
  private func expect(
    _ body: String, helpers: String = "", sourceLocation: Testing.SourceLocation = #_sourceLocation,
    is expected: (Float) -> Float
  ) throws {
    let results = try Text.results(body, helpers: helpers)
    for lane in 0..<64 {
      #expect(results[lane].x == expected(Float(lane)), "pixel \(lane)", sourceLocation: sourceLocation)
    }
  }

  @Test func branchesJoin() throws {
    try expect("float y = 1.0; if (x.x > 9.0) { y = 2.0; if (x.x > 20.0) y += 3.0; } else y = 7.0; return vec4(y);") {
      $0 > 9 ? $0 > 20 ? 5 : 2 : 7
    }
  }

  @Test func earlyReturnsTakeTheirPixelsOut() throws {
    try expect("if (x.x < 5.0) return vec4(1.0); if (x.x < 9.0) { if (x.x < 7.0) return vec4(2.0); } return vec4(3.0);")
    {
      $0 < 5 ? 1 : $0 < 7 ? 2 : 3
    }
  }

  @Test func loopsRunAsLongAsEachPixelWants() throws {
    try expect("float s = 0.0; for (int i = 0; float(i) < x.x; i++) s += float(i); return vec4(s);") { n in
      n * (n - 1) / 2
    }
    try expect("float s = 0.0; float y = x.x; do { s += 1.0; y -= 3.0; } while (y > 0.0); return vec4(s);") {
      max(1, ($0 / 3).rounded(.up))
    }
  }

  @Test func breakAndContinueAreForTheirPixelsOnly() throws {
    let body = """
      float s = 0.0;
      for (int i = 0; i < 10; i++) {
        if (float(i) == x.x) continue;
        if (float(i) > x.x + 3.0) break;
        s += 1.0;
      }
      return vec4(s);
      """
    try expect(body) { n in
      var s: Float = 0
      for i in 0..<10 {
        if Float(i) == n { continue }
        if Float(i) > n + 3 { break }
        s += 1
      }
      return s
    }
  }

  @Test func returnsInsideOfLoopsEndTheFunction() throws {
    let helper =
      "float h(float x) { for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) { if (float(i * j) > x) return "
      + "float(i + j); } } return -1.0; }"
    try expect("return vec4(h(x.x) + h(x.x * 2.0));", helpers: helper) { n in
      func h(_ x: Float) -> Float {
        for i in 0..<20 { for j in 0..<20 where Float(i * j) > x { return Float(i + j) } }
        return -1
      }
      return h(n) + h(n * 2)
    }
  }

  @Test func switchesFallThrough() throws {
    let body = """
      float s = 0.0;
      switch (int(x.x) % 6) {
      case 0: s += 1.0;
      case 1: s += 10.0; break;
      case 2: case 3: if (x.x > 30.0) break; s += 100.0; break;
      case 4: return vec4(-1.0);
      default: s += 1000.0;
      }
      return vec4(s);
      """
    try expect(body) { n in
      switch Int(n) % 6 {
      case 0: 11
      case 1: 10
      case 2, 3: n > 30 ? 0 : 100
      case 4: -1
      default: 1000
      }
    }
  }

  @Test func shortCircuitsGuard() throws {
    try expect("bool b = x.x > 3.0 && 12.0 / (x.x - 3.0) > 2.0 || x.x == 1.0; return vec4(b ? 1.0 : 0.0);") {
      $0 > 3 && 12 / ($0 - 3) > 2 || $0 == 1 ? 1 : 0
    }
  }

  @Test func arraysAreIndexedByEachPixel() throws {
    try expect("float t[4] = float[4](1.0, 20.0, 300.0, 4000.0); t[int(x.x) % 3] += 5.0; return vec4(t[int(x.x) & 3]);")
    { n in
      var t: [Float] = [1, 20, 300, 4000]
      t[Int(n) % 3] += 5
      return t[Int(n) & 3]
    }
    // An index out of range is clamped.
    try expect("vec4 v = vec4(1.0, 2.0, 3.0, 4.0); int i = int(x.x) - 5; v[i] = 9.0; return vec4(v[i] + v.y);") {
      9 + ($0 == 6 ? 9 : 2)
    }
  }

  @Test func parametersAreHandedBack() throws {
    let helper = "void h(inout float a, out vec2 b) { a *= 2.0; b = vec2(a, 1.0); }"
    try expect("float a = x.x; vec4 v = vec4(0.0); h(a, v.zw); return vec4(a + v.z + v.w);", helpers: helper) {
      4 * $0 + 1
    }
  }

  @Test func matricesAndIntegersAreThoseOfGLSL() throws {
    try expect(
      "mat2 m = mat2(1.0, 2.0, 3.0, x.x); vec2 v = m * x.xy; vec2 w = x.xy * m; return vec4(v.y + w.x + determinant(m) "
        + "+ inverse(mat2(2.0))[0][0]);"
    ) {
      2 * $0 + $0 * $0 + 3 * $0 + ($0 - 6) + 0.5
    }
    try expect(
      "int i = int(x.x) - 30; uint u = uint(x.x); return vec4(float((i >> 1) + (i << 2)) + float(u >> 1u) + float(i ^ "
        + "5) + float(bitCount(u)));"
    ) { n in
      let i = Int32(n) - 30
      return Float((i >> 1) + (i << 2)) + Float(UInt32(n) >> 1) + Float(i ^ 5) + Float(UInt32(n).nonzeroBitCount)
    }
  }

  @Test func readsHappenForPixelsThatRun() throws {
    let library = try Text.library("vec4 f(const vec2 at) { return at.x > 3.0 ? read2(at * 2.0) : vec4(0.0); }")
    let machine = try KernelInterpreter(library, function: "f(vf2;").machine()
    for lane in 0..<64 { machine.argument(0)[lane] = Float(lane) }
    var reads = 0
    try machine.compute(pixels: 10) { input, at in
      reads += 1
      return [at.x, Float(input), 0, 1]
    }
    #expect(reads == 6)
    #expect(machine.result(component: 0)[5] == 10)
    #expect(machine.result(component: 1)[5] == 2)
    #expect(machine.result(component: 0)[2] == 0)
  }

  @Test func loopsWithoutAnEndAreErrorsWithTheKernelsName() throws {
    let library = try Text.library(
      "vec4 endless(const vec4 x) { float y = x.x; while (y < 1.0) y += y; return vec4(y); }")
    let interpreter = try KernelInterpreter(library, function: "endless(vf4;")
    let machine = interpreter.machine()
    let error = #expect(throws: RenderError.self) { try machine.compute(pixels: 64) }
    #expect("\(try #require(error))".contains("kernel endless"))
    // The machine can be used after the error.
    machine.setArgument(0, Array(repeating: Float(0.75).bitPattern, count: 4))
    try machine.compute(pixels: 64)
    #expect(machine.result(component: 0)[0] == 1.5)
    let nested =
      "vec4 f(const vec4 x) { float s = 0.0; for (int i = 0; i < 60000; i++) for (int j = 0; j < 60000; j++) s += 1.0; "
      + "return vec4(s); }"
    let slow = try KernelInterpreter(Text.library(nested), function: "f(vf4;").machine()
    #expect(throws: RenderError.self) { try slow.compute(pixels: 1) }
  }

  /// Modules with exchanged words are decoded or rejected, and decoded ones end.
  @Test func damagedModulesNeverTrap() throws {
    var random = Numbers(state: 3)
    for module in ["Blur/BoxBlur", "Color/SRGB", "ColorEffect/Palettize", "Stylize/Crystallize"] {
      guard let words = CompiledShaders.modules.first(where: { $0.name == module })?.words else { continue }
      for _ in 0..<300 {
        var damaged = words
        for _ in 0...Int(random.next(0, 3)) {
          let index = Int(random.next(5, Float(words.count - 1)))
          damaged[index] =
            random.next(0, 1) < 0.5 ? words[Int(random.next(5, Float(words.count - 1)))] : UInt32(random.next(0, 300))
        }
        guard let library = try? ShaderLibrary([("damaged", damaged)]) else { continue }
        for name in library.functionNames {
          guard let interpreter = try? KernelInterpreter(library, function: name) else { continue }
          try? interpreter.machine().compute(pixels: 3)
        }
      }
    }
  }
}
