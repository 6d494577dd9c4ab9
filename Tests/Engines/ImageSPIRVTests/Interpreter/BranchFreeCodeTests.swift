import ImageGraph
import ImageSPIRV
import Testing

/// Straight-line code has few instructions, and the same results with any copies.
@Suite struct StraightCodeTests {
  private func size(_ body: String) throws -> Int {
    try KernelInterpreter(Text.library("vec4 f(const vec4 x) {\n\(body)\n}\n"), function: "f(vf4;").size.instructions
  }

  /// A product and a sum: no other instruction is needed.
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
    // Two variables exchange their values.
    try expect("float a = x.x, b = x.x + 1.0; float t = a; a = b; b = t; return vec4(a, b, a, b);") {
      [$0 + 1, $0, $0 + 1, $0]
    }
    try expect("vec4 v = x + vec4(0.0, 1.0, 2.0, 3.0); v = v.wzyx; v.xy = v.yx; return v;") {
      [$0 + 2, $0 + 3, $0 + 1, $0]
    }
    // The origin of a copy changes afterwards.
    try expect("vec4 v = x; vec4 w = v; v.y = 9.0; v.y += w.y; return vec4(v.x, v.y - w.y, w.y, w.z);") {
      [$0, 9, $0, $0]
    }
    // Components are copied to others of the same variable.
    try expect("vec4 v = x + vec4(0.0, 1.0, 2.0, 3.0); v.yzw = v.xyz; v.xyz *= 1.0; return v;") {
      [$0, $0, $0 + 1, $0 + 2]
    }
    try expect("mat2 m = mat2(1.0, 2.0, 3.0, x.x); m = m * m; m = transpose(m); return vec4(m[0], m[1]);") {
      [7, 3 + 3 * $0, 2 + 2 * $0, 6 + $0 * $0]
    }
  }

  /// Both sides are computed, and each pixel selects one.
  @Test func branchesBecomeChoices() throws {
    try expect("vec4 v = x; if (x.x > 9.0) v.y = sqrt(x.y); else { v.z = 1.0; v.x += v.z; } return v;") {
      $0 > 9 ? [$0, $0.squareRoot(), $0, $0] : [$0 + 1, $0, 1, $0]
    }
    try expect(
      "vec4 v = x; if (x.x > 9.0) { v.y = 7.0; if (x.x > 20.0) v.z = v.y; else if (x.x < 15.0) v = v.wzyx; } return v;"
    ) { x in
      switch x {
      case ...9: SIMD4(repeating: x)
      case ..<15: [x, x, 7, x]
      case ...20: [x, 7, x, x]
      default: [x, 7, 7, x]
      }
    }
    // A call in each side, with its own branch, and a variable that it changes.
    try expect(
      "vec4 v = vec4(0.0); float f = x.x < 30.0 ? half_of(x.x, v) : half_of(x.x + 10.0, v); return v + vec4(f, 0.0, "
        + "0.0, 0.0);",
      helpers:
        "float half_of(float a, inout vec4 v) { float r = 0.0; if (a > 5.0) { r = a * 0.5; v.y += r; } return r; }"
    ) {
      let r: Float = $0 < 30 ? ($0 > 5 ? $0 / 2 : 0) : ($0 + 10) / 2
      return [r, r, 0, 0]
    }
    // The computation of the unselected side may divide by zero.
    try expect("vec4 v = x; if (x.x > 0.0) v = 1.0 / x; else v = vec4(2.0); return v;") {
      SIMD4(repeating: $0 > 0 ? 1 / $0 : 2)
    }
    // Arrays are many components.
    try expect(
      "float t[80]; for_each(t, x.x); vec4 v = vec4(t[0], t[79], t[3], 0.0); return v;",
      helpers: """
        void for_each(inout float t[80], float a) {
          float u[80]; u[0] = a; u[3] = a + 1.0; u[79] = a + 2.0;
          if (a > 4.0) t = u; else t[3] = 5.0;
        }
        """
    ) { $0 > 4 ? [$0, $0 + 2, $0 + 1, 0] : [0, 0, 5, 0] }
  }

  @Test func helpersAreTakenInEachWithItsOwnValues() throws {
    try expect(
      "vec4 y = twice(x); y.z = twice(y.xyzw).x; return y + plus(twice(vec4(1.0)), x).wwww;",
      helpers: "vec4 plus(vec4 a, const vec4 b) { a += b; return a; }\nvec4 twice(vec4 v) { v = plus(v, v); return v; }"
    ) { [2 * $0, 2 * $0, 4 * $0, 2 * $0] + SIMD4(repeating: 2 + $0) }
  }

  /// Reads remain even if their colour is unused, because a region may be checked.
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

  /// If parameters are bound to caller-owned planes, the results are those of copies, and the planes are unchanged.
  @Test(arguments: [
    "return x * 2.0 + x.wzyx;", "return vec4(x.rgb * x.a, x.a);", "return x.yxwz;", "return x;",
    "vec4 v = x; v.xy += v.zw; return v;", "return vec4(dot(x, x), length(x.xy), max(x.x, x.y), mix(x.x, x.y, x.z));",
    "return x.x > 3.0 ? x : vec4(1.0) - x;", "return vec4(sin(x.x), pow(x.y, 2.0), float(int(x.z)), x.w);",
    "mat2 m = inverse(mat2(x.x, 1.0, 2.0, x.w)); return vec4(m[0], m[1]);",
    "if (x.x > 2.0) return x * 3.0; return x.wzyx;",
    "vec4 v = x; for (int i = 0; i < int(x.x); i++) v[i & 3] += x[(i + 1) & 3]; return v;",
  ])
  func planesAreReadWhereTheyLie(_ body: String) throws {
    let interpreter = try KernelInterpreter(
      Text.library("vec4 f(const vec4 x) {\n\(body)\n}\n"), function: "f(vf4;")
    let (copying, borrowing) = (interpreter.machine(), interpreter.machine())
    var planes: [[Float]] = (0..<4).map { component in (0..<600).map { Float(($0 * (component + 3)) % 7) + 0.25 } }
    let before = planes
    // Results are bound to separate planes, or to the parameters' planes, in the same or in another order.
    for (start, pixels, over) in [
      (0, 256, nil), (257, 31, [0, 1, 2, 3]), (3, 1, [3, 2, 1, 0]), (290, 256, [1, 2, 3, 0]),
    ] as [(Int, Int, [Int]?)] {
      for component in 0..<4 {
        let numbers = copying.argument(0, component: component)
        for pixel in 0..<pixels { numbers[pixel] = planes[component][start + pixel] }
      }
      try copying.compute(pixels: pixels)
      try withUnsafePointers(&planes) { pointers in
        for component in 0..<4 {
          borrowing.bind(pointers[component] + start, pixels: pixels, to: 0, component: component)
        }
        try borrowing.compute(pixels: pixels)
        for component in 0..<4 {
          let (a, b) = (borrowing.result(component: component), copying.result(component: component))
          #expect((0..<pixels).allSatisfy { a[$0].bitPattern == b[$0].bitPattern }, "\(component) from \(start)")
        }
      }
      #expect(planes == before)
      guard let over else { continue }
      var written = before
      try withUnsafePointers(&written) { pointers in
        for component in 0..<4 {
          borrowing.bind(pointers[component] + start, pixels: pixels, to: 0, component: component)
        }
        let isWritten = (0..<4).map { borrowing.bind(pointers[over[$0]] + start, toResult: $0) }
        try borrowing.compute(pixels: pixels)
        for component in 0..<4 {
          let plane = UnsafePointer(pointers[over[component]] + start)
          let a = isWritten[component] ? plane : borrowing.result(component: component).baseAddress!
          let b = copying.result(component: component)
          #expect((0..<pixels).allSatisfy { a[$0].bitPattern == b[$0].bitPattern }, "\(component) over \(over)")
        }
      }
    }
    // Bound to its own lanes again.
    for component in 0..<4 {
      for machine in [copying, borrowing] { machine.argument(0, component: component).update(repeating: 2) }
    }
    for machine in [copying, borrowing] { try machine.compute(pixels: 16) }
    for component in 0..<4 {
      #expect(borrowing.result(component: component)[7] == copying.result(component: component)[7])
    }
  }

  private func withUnsafePointers(_ planes: inout [[Float]], _ body: ([UnsafeMutablePointer<Float>]) throws -> Void)
    rethrows
  {
    let pointers = planes.map { plane in
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: plane.count + 16)
      memory.initialize(from: plane, count: plane.count)
      (memory + plane.count).initialize(repeating: .nan, count: 16)
      return memory
    }
    defer { for pointer in pointers { pointer.deallocate() } }
    try body(pointers)
    planes = zip(pointers, planes).map { Array(UnsafeBufferPointer(start: $0, count: $1.count)) }
  }

  @Test func branchesWithoutReadsAndReturnsAreChoices() throws {
    func isStraight(_ body: String) throws -> Bool {
      try KernelInterpreter(Text.library("vec4 f(const vec4 x) {\n\(body)\n}\n"), function: "f(vf4;").isStraight
    }
    #expect(try isStraight("return x * 2.0;") && isStraight("return mix(x, x.wzyx, step(0.5, x.x));"))
    #expect(try isStraight("vec4 v = x; if (x.x > 0.5) v = sin(x); else v.y = 2.0; return v;"))
    #expect(try isStraight("return x.x > 0.5 ? sin(x) : x * 2.0;"))
    #expect(try !isStraight("if (x.x > 0.5) return x; return x * 2.0;"))
    #expect(try !isStraight("vec4 v = x; if (x.x > 0.5) v = read0(x.xy); return v;"))
    #expect(try !isStraight("vec4 v = x; while (v.x > 0.0) v *= 0.5; return v;"))
    #expect(try !isStraight("vec4 v = x; for (int i = 0; i < 3; i++) v *= x; return v;"))
  }
}
