import ImageGraph
import ImageSPIRV
import Testing

/// Code without branches takes few instructions, and means what it says whatever is copied where.
@Suite struct StraightCodeTests {
  private func size(_ body: String) throws -> Int {
    try KernelInterpreter(Text.library("vec4 f(const vec4 x) {\n\(body)\n}\n"), function: "f(vf4;").size.instructions
  }

  /// A product, a sum: nothing else has to be done.
  @Test func variablesCostNothing() throws {
    #expect(try size("vec3 c = x.rgb; c *= x.a; vec4 y = vec4(c, x.a); return y;") == 1)
    #expect(try size("vec4 a = x; vec4 b = a; return b;") == 0)
    #expect(try size("vec4 unused = sin(x); return x * x + x;") == 2)
  }

  private func expect(
    _ body: String, helpers: String = "", sourceLocation: Testing.SourceLocation = #_sourceLocation,
    is expected: (Float) -> SIMD4<Float>
  ) throws {
    for (lane, result) in try Text.results(body, helpers: helpers).enumerated() {
      #expect(result == expected(Float(lane)), "pixel \(lane)", sourceLocation: sourceLocation)
    }
  }

  @Test func copiesAreFollowed() throws {
    // Each of two takes the other's place.
    try expect("float a = x.x, b = x.x + 1.0; float t = a; a = b; b = t; return vec4(a, b, a, b);") {
      [$0 + 1, $0, $0 + 1, $0]
    }
    try expect("vec4 v = x + vec4(0.0, 1.0, 2.0, 3.0); v = v.wzyx; v.xy = v.yx; return v;") {
      [$0 + 2, $0 + 3, $0 + 1, $0]
    }
    // What was copied changes afterwards.
    try expect("vec4 v = x; vec4 w = v; v.y = 9.0; v.y += w.y; return vec4(v.x, v.y - w.y, w.y, w.z);") {
      [$0, 9, $0, $0]
    }
    // Parts over others of the same.
    try expect("vec4 v = x + vec4(0.0, 1.0, 2.0, 3.0); v.yzw = v.xyz; v.xyz *= 1.0; return v;") {
      [$0, $0, $0 + 1, $0 + 2]
    }
    try expect("mat2 m = mat2(1.0, 2.0, 3.0, x.x); m = m * m; m = transpose(m); return vec4(m[0], m[1]);") {
      [7, 3 + 3 * $0, 2 + 2 * $0, 6 + $0 * $0]
    }
  }

  @Test func helpersAreTakenInEachWithItsOwnValues() throws {
    try expect(
      "vec4 y = twice(x); y.z = twice(y.xyzw).x; return y + plus(twice(vec4(1.0)), x).wwww;",
      helpers: "vec4 plus(vec4 a, const vec4 b) { a += b; return a; }\nvec4 twice(vec4 v) { v = plus(v, v); return v; }"
    ) { [2 * $0, 2 * $0, 4 * $0, 2 * $0] + SIMD4(repeating: 2 + $0) }
  }

  /// Also those whose colour nobody looks at: a region may be watched.
  @Test func readsStay() throws {
    let machine = try KernelInterpreter(
      Text.library("vec4 f(const vec2 at) { vec4 lost = read0(at); return read1(at.yx + 1.0) * 2.0; }"),
      function: "f(vf2;"
    ).machine()
    for component in 0..<2 {
      for lane in 0..<256 { machine.argument(0, component: component)[lane] = Float(lane * (component + 1)) }
    }
    for pixels in [256, 3, 70] {
      var inputs: [Int] = []
      try machine.compute(pixels: pixels) { (input: Int, at: SIMD2<Float>) throws(RenderError) -> SIMD4<Float> in
        inputs.append(input)
        return [at.x, at.y, 0, 1]
      }
      #expect(inputs == Array(repeating: 0, count: pixels) + Array(repeating: 1, count: pixels))
      #expect((0..<pixels).allSatisfy { machine.result(component: 0)[$0] == Float($0 * 2 + 1) * 2 })
    }
  }
}
