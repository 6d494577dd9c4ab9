import KernelLanguage
import Testing

/// A statement, and the part of the GLSL that shows its translation.
struct Translation: CustomTestStringConvertible, Sendable {
  var statement: String
  var glsl: String
  var testDescription: String { statement }

  init(_ statement: String, _ glsl: String) { (self.statement, self.glsl) = (statement, glsl) }
}

@Suite struct GrammarTests {
  static let literals = [
    Translation("float x = .5;", "v3_x = 0.5;"), Translation("float x = 1.;", "v3_x = 1.0;"),
    Translation("float x = 1e-3;", "v3_x = 0.001;"), Translation("float x = 1E+3;", "v3_x = 1000.0;"),
    Translation("float x = 2.5f;", "v3_x = 2.5;"), Translation("int x = 0x1F;", "v3_x = 31;"),
    Translation("int x = 017;", "v3_x = 15;"), Translation("int x = 0;", "v3_x = 0;"),
    Translation("bool x = true;", "v3_x = true;"), Translation("float x = 7;", "v3_x = 7.0;"),
    Translation("float x = -3;", "v3_x = -3.0;"), Translation("float x = 1 / 2;", "v3_x = 0.0;"),
    Translation("float x = 1.0 / 2;", "v3_x = 1.0 / 2.0;"), Translation("int x = -2147483648;", "v3_x = "),
  ]

  static let coreImage = [
    Translation("float x = a * 2 + 1;", "(v1_a * 2.0) + 1.0"),
    Translation("float x = a - 1.0 - 2.0;", "(v1_a - 1.0) - 2.0"),
    Translation("bool x = a > 1 && a < 2 || a == 3.0;", "((v1_a > 1.0) && (v1_a < 2.0)) || (v1_a == 3.0)"),
    Translation("bool x = a > 1.0 ^^ a < 2.0;", "(v1_a > 1.0) ^^ (v1_a < 2.0)"),
    Translation("int x = n << 2 | n & 3 ^ 1;", "(v2_n << 2) | ((v2_n & 3) ^ 1)"),
    Translation("int x = n << n;", "v2_n << (v2_n & 31)"), Translation("int x = n % 3;", "ci_rem(v2_n, 3)"),
    Translation("int x = n / 3;", "v2_n / 3"), Translation("int x = n / n;", "ci_div(v2_n, v2_n)"),
    Translation("float x = a > 0.0 ? a : -a;", "(v1_a > 0.0) ? v1_a : (-v1_a)"),
    Translation("vec3 x = s.rgb; x.xy = x.yx;", "v3_x.xy = v3_x.yx;"), Translation("vec2 x = s.st;", "v0_s.xy"),
    Translation("vec2 x = sin(s).pq;", "ci_sin(v0_s).zw"), Translation("vec4 x = s; x.rgb *= 2;", "v3_x.xyz *= 2.0;"),
    Translation("float x, y = 1.0, z[3]; z[n] = y;", "v5_z[clamp(v2_n, 0, 2)] = v4_y;"),
    Translation("float x = s[n];", "v0_s[clamp(v2_n, 0, 3)]"),
    Translation("mat3 m = mat3(1.0); vec3 x = m[2];", "v3_m[2]"),
    Translation("mat2 m = mat2(1.0, 2.0, 3.0, 4.0); vec2 x = s.xy * m;", "v0_s.xy * v3_m"),
    Translation("int x = int(a);", "ci_int(v1_a)"), Translation("float x = float(n);", "float(v2_n)"),
    Translation("vec3 x = vec3(s);", "vec3(v0_s)"), Translation("vec4 x = vec4(n);", "vec4(float(v2_n))"),
    Translation("bvec3 x = lessThan(s.rgb, vec3(0.5)); bool y = any(x);", "any(v3_x)"),
    Translation("bool x = s.rgb == vec3(1.0);", "v0_s.xyz == vec3(1.0)"),
    Translation("float x = mod(a, 2);", "ci_floormod(v1_a, 2.0)"),
    Translation("vec3 x = mix(s.rgb, vec3(0.0), 0.5);", "ci_mix(v0_s.xyz, vec3(0.0), vec3(0.5))"),
    Translation("vec3 x = max(s.rgb, 0.0);", "max(v0_s.xyz, vec3(0.0))"),
    Translation("vec2 x = cossin(a);", "ci_cossin(v1_a)"),
    Translation("float x = atan(a, 2.0);", "ci_atan2(v1_a, 2.0)"), Translation("float x = atan(a);", "atan(v1_a)"),
    Translation("vec2 x = destCoord();", "v3_x = ci_at;"), Translation("lowp float x = 1.0;", "v3_x = 1.0"),
    Translation("float input = 1.0, output = input, sample = output;", "v5_sample = v4_output"),
    Translation("float x = a; x++; --x;", "v3_x++;"), Translation("float x; { float x = 1.0; }", "v4_x = 1.0"),
    Translation("if (a > 1.0) { } else if (a > 2.0) { } else { }", "} else if (v1_a > 2.0) {"),
    Translation(
      "float x; while (x < a) x += 1.0;",
      "int ci_n0 = 0;\n    for (; (ci_n0 = mix(-1, ci_n0, (v3_x < v1_a))) >= 0 && ci_n0 < 65536; ++ci_n0) {"),
    Translation(
      "float x; do { x += 1.0; } while (x < a);",
      "} while ((++ci_n0, true) && (ci_n0 = mix(-1, ci_n0, (v3_x < v1_a))) >= 0 && ci_n0 <= 65536);"),
    Translation(
      "for (int i = 0; i < 4; i++) { if (i == 2) continue; break; }", "for (int v3_i = 0; v3_i < 4; v3_i++) {"),
    Translation("for (float f = 0.0; f < 1.0; f += 0.25) { }", "for (float v3_f = 0.0; v3_f < 1.0; v3_f += 0.25) {"),
    Translation(
      "for (int i = 0; i < n; i++) { }",
      "for (int v3_i = 0; (ci_n0 = mix(-1, ci_n0, (v3_i < v2_n))) >= 0 && ci_n0 < 65536; v3_i++, ++ci_n0) {"),
    Translation("for (int i = 0; i < 4; i++) i--;", "ci_n0 < 65536"),
    Translation("for (;;) { break; }", "ci_n0 < 65536"),
    // A loop has ended after a break, and also if its condition is false.
    Translation("while (a > 0.0) { break; }", "        ci_n0 = -1;\n        break;"),
    Translation("while (a > 0.0) { }", "ci_unfinished(ci_n0 >= 0);"),
    Translation("for (int i = 0; i < 100000; i++) { }", "ci_n0 < 65536"),
    Translation("float x = fract(a), y = sign(a), z = smoothstep(1.0, 0.0, a);", "ci_smoothstep(1.0, 0.0, v1_a)"),
  ]

  static let metal = [
    Translation("float x = n;", "float(v2_n)"), Translation("int x = a;", "ci_int(v1_a)"),
    Translation("float4 x = 0;", "vec4(0.0)"), Translation("float3 x = s.rgb + 1;", "v0_s.xyz + 1.0"),
    Translation("half3 x = half3(s.rgb); float y = x.r;", "v3_x.x"), Translation("auto x = s.rg;", "vec2 v3_x"),
    Translation("float2 x = {1, 2};", "vec2(1.0, 2.0)"), Translation("float4 x = {};", "vec4(0.0)"),
    Translation("float2 x(1, 2);", "vec2(1.0, 2.0)"), Translation("float2 x{1, 2};", "vec2(1.0, 2.0)"),
    Translation("float x[] = {1, 2, 3};", "float[3](1.0, 2.0, 3.0)"),
    Translation("float x[2][2] = {{1, 2}, {3, 4}};", "float[2][2]"),
    Translation("bool3 x = s.rgb < 0.5;", "lessThan(v0_s.xyz, vec3(0.5))"),
    Translation(
      "bool2 x = s.rg == s.gr && s.rg > 0;", "ci_and(equal(v0_s.xy, v0_s.yx), greaterThan(v0_s.xy, vec2(0.0)))"),
    Translation("bool2 x = !(s.rg > 0);", "not(greaterThan("), Translation("if (n) return s;", "if (bool(v2_n)) {"),
    Translation("int x = (int)a;", "ci_int(v1_a)"), Translation("int x = static_cast<int>(a);", "ci_int(v1_a)"),
    Translation("uint x = as_type<uint>(a);", "floatBitsToUint(v1_a)"),
    Translation("float3 x = (float3)1;", "vec3(1.0)"),
    Translation("float x = max(n, 0);", "float(max(v2_n, 0))"), Translation("float x = max(a, 0);", "max(v1_a, 0.0)"),
    Translation("float3 x = max(0, s.rgb);", "max(vec3(0.0), v0_s.xyz)"),
    Translation("float3 x = clamp(s.rgb, 0, 1);", "min(max(v0_s.xyz, vec3(0.0)), vec3(1.0))"),
    Translation("float3 x = saturate(s.rgb);", "ci_saturate(v0_s.xyz)"),
    Translation("float x = select(a, 1.0, a > 0);", "ci_select(v1_a, 1.0, v1_a > 0.0)"),
    Translation("float x = fmod(a, 2);", "ci_truncmod(v1_a, 2.0)"),
    Translation("float x = metal::precise::sin(a);", "ci_sin(v1_a)"),
    Translation("float x = metal::fast::exp(a) + fabs(a);", "exp(v1_a) + abs(v1_a)"),
    Translation("float x = M_PI_F;", "3.1415927"),
    Translation("float x = INFINITY;", "uintBitsToFloat(0x7f800000u)"),
    Translation("float c; float x = sincos(a, c);", "ci_cos(v1_a)"),
    Translation("float i; float x = modf(a, i);", "v1_a - trunc(v1_a)"),
    Translation("int e; float x = frexp(a, e);", "v3_e = ci_frexp_power(v1_a)"),
    Translation("int4 e; float4 x = frexp(s, e);", "ci_frexp(v0_s)"),
    Translation("float2 i; float2 x = modf(s.rg, i);", "trunc(v0_s.xy)"),
    Translation("uint x = 7u % 3u;", "ci_rem(7u, 3u)"),
    Translation("short x = n; ushort y = x;", "uint(v3_x)"),
    Translation("float2x2 m(s.rg, s.ba); float2 x = m * s.rg;", "v3_m * v0_s.xy"),
    Translation("float3x2 m; float2 x = m * s.rgb;", "mat3x2 v3_m"),
    Translation("const int k = 3; float x[k]; x[2] = 1;", "float[3]"),
    Translation(
      "switch (n) { case 0: return s; case 1: case 2: a; break; default: break; }",
      "} else if (ci_n0 == 1 || ci_n0 == 2) {"),
    Translation("switch (n) { case 0: a; case 1: a; }", "switch (v2_n) {"),
    Translation("using namespace coreimage; float x = 1;", "v3_x = 1.0"),
    Translation("float x = a, y = x; (void)0, x = y;", ""), Translation("coreimage::destination other;", ""),
    Translation("float x = rsqrt(a) + powr(a, 2) + rint(a) + exp10(a) + log10(a);", "roundEven(v1_a)"),
    Translation(
      "int x = popcount(n) + clz(n) + ctz(n) + rotate(n, 3) + mulhi(n, n) + absdiff(n, 2);", "ci_mulhi(v2_n, v2_n)"),
    Translation(
      "float x = median3(a, 1, 2) + fdim(a, 1) + copysign(a, -1) + ldexp(a, 2) + fma(a, a, 1);", "ci_ldexp(v1_a, 2)"),
    Translation("bool x = isfinite(a) && !isnan(a) && !isinf(a) && signbit(a) && isnormal(a);", "ci_isfinite(v1_a)"),
  ].filter { !$0.glsl.isEmpty }

  @Test(arguments: literals)
  func literalsAreNumbersOfTheirType(_ row: Translation) throws {
    #expect(try body(row.statement).contains(row.glsl))
    #expect(try body(row.statement, .metal).contains(row.glsl))
  }

  @Test(arguments: coreImage)
  func theKernelLanguageReadsAsGLSL(_ row: Translation) throws {
    let text = try body(row.statement)
    #expect(text.contains(row.glsl), "\(text)")
  }

  @Test(arguments: metal)
  func metalReadsAsGLSL(_ row: Translation) throws {
    let text = try body(row.statement, .metal)
    #expect(text.contains(row.glsl), "\(text)")
  }
}
