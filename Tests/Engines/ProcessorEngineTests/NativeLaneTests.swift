import ImageGraph
import KernelFormulas
import KernelModules
import ProcessorEngine
import RandomNumbers
import Testing

/// Interpreted code has the same results with and without native instructions.
@Suite struct NativeLaneTests {
  /// Extrema and limits of functions, values outside of their domains, and random values.
  private static let values: [Float] = {
    var random = SplitMix(seed: 19)
    let ends: [Float] = [
      0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 2, 3, -7, 0x1p-133, -0x1p-133, .leastNonzeroMagnitude,
      .leastNormalMagnitude, 1e30,
      -1e30,
      .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0.99999994, 1.0000001, 8388607.5, -8388607.5, 8_388_608,
      2_147_483_520, 2_147_483_648, -2_147_483_648, 4_294_967_040, 4_294_967_296, 127.5, 128, -126, -149.5, -151, 88.7,
      -87.4, 1_048_576,
      1_048_577, 0.41421357, 2.4142137, 0.70710677, 0.70710683, 1.5707964, 3.1415927, -3.1415927,
    ]
    return ends + (0..<300).map { _ in Float.random(in: -9...9, using: &random) }
      + (0..<100).map { _ in Float.random(in: -1...1, using: &random) }
      + (0..<64).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
  }()

  private static func machine(_ body: String, _ stages: Stages?) throws -> any FormulaMachine {
    let text = "// inputs: 2\nvec4 f(const vec4 x, const vec4 y) {\n\(body)\n}\n"
    let machine = try KernelText(text, .glsl).kernels()[0].code.machine()
    machine.native = stages?.nativeLanes
    return machine
  }

  /// Returns the results of an interpreter for pairs of values. Each component has different pairs.
  private static func results(
    _ machine: any FormulaMachine, _ values: [Float], shift: Int
  ) throws -> [Float] {
    var results: [Float] = []
    for start in stride(from: 0, to: values.count, by: machine.capacity) {
      let count = min(machine.capacity, values.count - start)
      for component in 0..<4 {
        for lane in 0..<count {
          let index = start + lane + 17 * component
          machine.argument(0, component: component)[lane] = values[index % values.count]
          machine.argument(1, component: component)[lane] = values[(index * 5 + shift) % values.count]
        }
      }
      try machine.compute(pixels: count) { input, at in [at.x, at.y, Float(input), 1] }
      for component in 0..<4 { results += machine.result(component: component).prefix(count) }
    }
    return results
  }

  /// Returns the number of floats between two values; 0 if both are NaN.
  private func distance(_ a: Float, _ b: Float) -> Int {
    if a.isNaN && b.isNaN { return 0 }
    if a.isNaN || b.isNaN { return .max }
    func ordinal(_ x: Float) -> Int {
      let bits = Int(Int32(bitPattern: x.bitPattern))
      return bits < 0 ? -(bits & 0x7fff_ffff) : bits
    }
    return abs(ordinal(a) - ordinal(b))
  }

  private func expectAgreement(
    _ body: String, of values: [Float] = Self.values, within steps: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for shift in [0, 3, 101] {
      let expected = try Self.results(Self.machine(body, nil), values, shift: shift)
      for level in ProcessorLevel.supported {
        let actual = try Self.results(Self.machine(body, .tested(level)), values, shift: shift)
        let differing = expected.indices.filter { distance(expected[$0], actual[$0]) > steps }
        let first = differing.first.map { "\(actual[$0]) for \(expected[$0]), number \($0)" } ?? ""
        #expect(
          differing.isEmpty, "\(body) \(level.rawValue): \(differing.count) differ, \(first)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: [
    "return x + y;", "return x - y;", "return x * y;", "return x / y;", "return -x;", "return x * y.x;",
    "return 1.0 / x;", "return vec4(dot(x, y), dot(x.xy, y.zw), dot(x.xyz, y.xyz), length(x.xy));",
    "return mod(x, y);", "return mat4(x, y, x.wzyx, y.yxwz) * x;",
    "return min(x, y);", "return max(x, y);", "return clamp(x, y, y + 1.0);", "return mix(x, y, 0.3);",
    "return step(x, y);", "return smoothstep(x, y, x.wzyx);", "return fma(x, y, x.yxwz);",
    "return abs(x);", "return sign(x);", "return floor(x);", "return ceil(x);", "return fract(x);", "return trunc(x);",
    "return round(x);", "return roundEven(x);", "return sqrt(x);", "return inversesqrt(x);",
    "return radians(x) + degrees(y);",
    "return normalize(x);", "return reflect(x, y);", "return vec4(cross(x.xyz, y.xyz), distance(x, y));",
  ])
  func arithmeticIsTheSame(_ body: String) throws { try expectAgreement(body) }

  @Test(arguments: [
    "return vec4(lessThan(x, y));", "return vec4(lessThanEqual(x, y));", "return vec4(greaterThan(x, y));",
    "return vec4(greaterThanEqual(x, y));", "return vec4(equal(x, y));", "return vec4(notEqual(x, y));",
    "return x.x < y.x ? x : y;", "return mix(x, y, lessThan(x, y));",
    "return vec4(any(lessThan(x, y)), all(lessThan(x, y)), 0, 1);",
    "return vec4(isnan(x)) + 2.0 * vec4(isinf(y));", "return vec4(not(lessThan(x, y)));",
    "if (x.x > 0.0 && !(y.y > x.z || x.w == y.w)) return x; return y;",
  ])
  func comparisonsAreTheSame(_ body: String) throws { try expectAgreement(body) }

  @Test(arguments: [
    "a + b", "a - b", "a * b", "a / b", "a % b", "a & b", "a | b", "a ^ b", "~a", "-a", "a << (b & 31)",
    "a >> (b & 31)",
    "min(a, b)", "max(a, b)", "clamp(a, min(b, ivec4(7)), max(b, ivec4(7)))", "abs(a)", "sign(a)", "findLSB(a)",
    "findMSB(a)",
    "bitCount(a)", "bitfieldReverse(a)", "ivec4(uvec4(a) / uvec4(b))", "ivec4(uvec4(a) % uvec4(b))",
    "ivec4(uvec4(a) >> (uvec4(b) & 31u))", "ivec4(min(uvec4(a), uvec4(b)))", "ivec4(max(uvec4(a), uvec4(b)))",
    "ivec4(clamp(uvec4(a), min(uvec4(b), uvec4(9)), max(uvec4(b), uvec4(9))))", "ivec4(lessThan(a, b))",
    "ivec4(lessThanEqual(a, b))", "ivec4(equal(a, b))", "ivec4(lessThan(uvec4(a), uvec4(b)))",
    "ivec4(lessThanEqual(uvec4(a), uvec4(b)))",
  ])
  func integersAreTheSame(_ expression: String) throws {
    // From bits, and back in two halves, which floats represent exactly.
    try expectAgreement(
      """
      ivec4 a = floatBitsToInt(x), b = floatBitsToInt(y), c = \(expression);
      return vec4(c >> 16) + vec4(c & 0xffff) / 65536.0;
      """)
    try expectAgreement(
      """
      ivec4 a = ivec4(clamp(x, -9.0, 9.0)), b = ivec4(clamp(y, -9.0, 9.0)), c = \(expression);
      return vec4(c >> 16) + vec4(c & 0xffff) / 65536.0;
      """)
  }

  @Test(arguments: [
    "return vec4(ivec4(x));", "return vec4(uvec4(x));", "return vec4(floatBitsToInt(x));",
    "return vec4(floatBitsToUint(x));",
    "return vec4(ivec4(x) & 0xffff);", "return vec4(uvec4(x) & 0xffffu);",
  ])
  func conversionsAreTheSame(_ body: String) throws { try expectAgreement(body) }

  /// The results of the C library have errors of slightly more than half an ulp.
  @Test(arguments: [
    "sin(x)", "cos(x)", "tan(x)", "asin(x)", "acos(x)", "atan(x)", "atan(x, y)", "exp(x)", "log(x)", "exp2(x)",
    "log2(x)",
    "pow(x, y)", "sinh(x)", "cosh(x)", "tanh(x)", "asinh(x)", "acosh(x)", "atanh(x)",
  ])
  func functionsAreTheSameToTheLastBit(_ expression: String) throws {
    try expectAgreement("return \(expression);", within: 1)
    // Ranges that are completely native: a single unsupported value makes the interpreter execute the instruction.
    var random = SplitMix(seed: 20)
    let inside: ClosedRange<Float> =
      expression.hasPrefix("a") && expression != "atan(x, y)"
      ? -1...1
      : expression.hasPrefix("log") || expression.hasPrefix("pow") ? 0.001...9 : -9...9
    for range in [inside, inside.lowerBound * 0.01...inside.upperBound * 0.01] {
      try expectAgreement(
        "return \(expression);", of: (0..<2048).map { _ in Float.random(in: range, using: &random) }, within: 1)
    }
    if ["sin(x)", "cos(x)", "tan(x)"].contains(expression) {
      let far = (0..<2048).map { _ in Float.random(in: -1_048_576...1_048_576, using: &random) }
      try expectAgreement("return \(expression);", of: far, within: 1)
    }
  }

  /// Most images contain 0.
  @Test func powersOfZeroAreZero() throws {
    let values = (0..<512).map { $0 % 3 == 0 ? 0 : Float($0) / 100 }
    try expectAgreement("return pow(x, vec4(2.2)) + pow(x, y + 0.1);", of: values, within: 1)
  }

  @Test(arguments: [
    "vec4 v = x; for (int i = 0; i < 7; i++) { if (v.x > 3.0) break; v = v * 1.5 + y; } return v;",
    "vec4 v = x; int i = 0; while (v.y < 5.0 && i < 40) { v.y += 0.7; i++; if (i == 3) continue; v.z += 1.0; } return "
      + "v;",
    "float t[4] = float[4](x.x, y.x, x.y, y.y); t[int(x.z) & 3] = x.w; return vec4(t[int(y.z) & 3], t[0], t[1], t[2]);",
    "switch (int(x.x)) { case 0: return y; case 1: return x * y; case 2: return sqrt(abs(x)); default: return x.wzyx; "
      + "}",
    "if (x.x > y.x) { if (x.y > 0.0) return x * 2.0; return x * 3.0; } return y;",
  ])
  func branchesAndLoopsAreTheSame(_ body: String) throws { try expectAgreement(body) }

  /// A kernel with reads: native code computes the points, and the test returns the pixels.
  @Test func readsAreTheSame() throws {
    let text = """
      vec4 g(const vec2 at, const float far) {
        vec4 sum = vec4(0.0);
        for (int i = -2; i <= 2; i++) sum += read0(at + vec2(far * float(i), 0.5)) * exp2(-abs(float(i)));
        return sum;
      }
      """
    let code = try KernelText(text, .glsl).kernels()[0].code
    let (interpreted, native) = (try code.machine(), try code.machine())
    native.native = try Stages.shared().nativeLanes
    var results: [[Float]] = []
    for machine in [interpreted, native] {
      for lane in 0..<200 {
        machine.argument(0, component: 0)[lane] = Float(lane)
        machine.argument(0, component: 1)[lane] = Float(lane % 7)
      }
      machine.setArgument(1, [Float(1.5).bitPattern])
      try machine.compute(pixels: 200) { _, at in [at.x, at.y, at.x * at.y, 1] }
      results.append((0..<4).flatMap { Array(machine.result(component: $0).prefix(200)) })
    }
    #expect(results[0] == results[1])
  }
}
