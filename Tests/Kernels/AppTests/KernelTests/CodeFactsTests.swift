import KernelLanguage
import KernelModules
import TestSupport
import Testing

/// Properties of kernels from static analysis.
@Suite struct CodeFactsTests {
  private static func facts(_ body: String, before: String = "") throws -> CodeFacts {
    let text = "\(before)\nvec4 f(const vec4 x, const vec4 y, const float k) {\n\(body)\n}\n"
    let kernel = try KernelText(text, .glsl).translated(PrintOptions()).kernels[0]
    return try kernel.facts(KernelText(text, .glsl).words(of: kernel) { glsl in Glslang.compile(glsl) })
  }

  @Test(arguments: [
    ("return vec4(x.rgb * k, x.a);", 0), ("vec4 v = y; v.rgb = x.rgb; return v;", 1), ("return x;", 0),
    ("vec4 v = x; if (k > 0.5) v.r = k; return v;", 0), ("if (k > 0.5) return x; return vec4(y.rgb, x.a);", 0),
    ("vec4 v; if (k > 0.5) v = x; else v = vec4(k, k, k, x.a); return v;", 0),
    ("return k > 0.5 ? y.rgba : vec4(0.0, 0.0, 0.0, y.a);", 1), ("return vec4(vec2(k), x.ba);", 0),
    ("float a = y.a; a = x.a; vec4 v = x.wzyx; return v.wzyx * 1.0 + 0.0 == v ? v.wzyx : v.wzyx;", 0),
  ])
  func whoseAlphaAResultHas(_ body: String, _ parameter: Int) throws {
    #expect(try Self.facts(body).alphaParameter == parameter)
  }

  @Test(arguments: [
    "return vec4(x.rgb, x.a * k);", "return vec4(x.rgb, x.r);", "return vec4(x.rgb, k);", "return k > 0.5 ? x : y;",
    "vec4 v = x; if (k > 0.5) v.a = k; return v;", "vec4 v = x; v[int(k)] = 0.0; return v;",
    "if (k > 0.5) return x; return y;", "vec4 v = x; for (int i = 0; i < 3; i++) v = v.argb; return v;",
    "vec4 v = x; v.a = clamp(v.a, 0.0, 1.0); return v;", "vec4 v = x; change(v); return v;",
    "vec4 v = x; if (k > 0.5) { v.a = y.a; if (k > 0.7) v.a = x.a; } return v;",
  ])
  func whereItMayBeAnother(_ body: String) throws {
    #expect(try Self.facts(body, before: "void change(inout vec4 c) { c.a = 0.0; }").alphaParameter == nil)
  }

  /// A kernel that is known to end needs no recovery.
  @Test func whetherItEnds() throws {
    for body in [
      "return x * 2.0;", "if (x.x > 0.5) return x; return x * 2.0;",
      "vec4 v = x; if (x.x > 0.5) v = sin(x); else v.y = 2.0; return v;",
    ] { #expect(try !Self.facts(body).mayNotTerminate, "\(body)") }
    for body in [
      "vec4 v = x; while (v.x > 0.0) v *= 0.5; return v;", "vec4 v = x; for (int i = 0; i < 3; i++) v *= x; return v;",
    ] {
      let facts = try Self.facts(body)
      #expect(facts.mayNotTerminate && facts.reportsOpenLoops, "\(body)")
    }
    #expect(try !Self.facts("return x;").reportsOpenLoops)
    // Two calls in each of thirty nested functions are 2^30 calls.
    func doubled(_ depth: Int) -> String {
      "vec4 g0(const vec4 c) { return c * 1.5; }\n"
        + (1...depth).map { "vec4 g\($0)(const vec4 c) { return g\($0 - 1)(c) + g\($0 - 1)(c.wzyx); }\n" }.joined()
    }
    #expect(try !Self.facts("return g3(x);", before: doubled(3)).mayNotTerminate)
    #expect(try Self.facts("return g30(x);", before: doubled(30)).mayNotTerminate)
  }
}
