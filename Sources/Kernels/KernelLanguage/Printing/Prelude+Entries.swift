extension Prelude {
  static let entries: [String: Entry] = scalars.merging(functions) { first, _ in first }.merging(colors) { first, _ in
    first
  }

  /// Integer functions and functions of the bits of floats.
  private static let scalars: [String: Entry] = [
    // Floats out of range become the nearest integer, NaN becomes 0.
    "ci_int": Entry(
      """
      int ci_int(const float x) {
          bool high = x >= 2147483648.0;
          bool fits = x >= -2147483648.0 && x < 2147483648.0;
          int value = int(fits ? x : 0.0);
          return high ? 2147483647 : (x < -2147483648.0 ? -2147483647 - 1 : value);
      }
      """, isScalar: true),
    "ci_uint": Entry(
      """
      uint ci_uint(const float x) {
          bool fits = x > 0.0 && x < 4294967296.0;
          uint value = uint(fits ? x : 0.0);
          return x >= 4294967296.0 ? 4294967295u : value;
      }
      """, isScalar: true),
    // Division by 0 gives 0; the least integer by -1 is itself.
    "ci_div": Entry(
      """
      S ci_div(const S a, const S b) {
          bool negates = S(-1) < S(0) && b == S(-1);
          S safe = b == S(0) || negates ? S(1) : b;
          S quotient = negates ? S(0) - a : a / safe;
          return b == S(0) ? S(0) : quotient;
      }
      """, isScalar: true),
    // The sign of the dividend, as in C; 0 where the divisor is 0.
    "ci_rem": Entry(
      """
      S ci_rem(const S a, const S b) {
          return b == S(0) ? S(0) : a - b * ci_div(a, b);
      }
      """, isScalar: true, uses: ["ci_div"]),
    "ci_absdiff": Entry("T ci_absdiff(const T a, const T b) {\n    return max(a, b) - min(a, b);\n}"),
    "ci_clz": Entry("S ci_clz(const S x) {\n    return S(31 - findMSB(uint(x)));\n}", isScalar: true),
    "ci_ctz": Entry("S ci_ctz(const S x) {\n    return x == S(0) ? S(32) : S(findLSB(x));\n}", isScalar: true),
    "ci_popcount": Entry("S ci_popcount(const S x) {\n    return S(bitCount(x));\n}", isScalar: true),
    "ci_rotate": Entry(
      """
      S ci_rotate(const S x, const S count) {
          uint n = uint(count) & 31u;
          uint bits = uint(x);
          return S((bits << n) | (bits >> ((32u - n) & 31u)));
      }
      """, isScalar: true),
    "ci_mulhi": Entry(
      """
      S ci_mulhi(const S a, const S b) {
          uint x = uint(a);
          uint y = uint(b);
          uint low = (x & 65535u) * (y & 65535u);
          uint one = (x >> 16u) * (y & 65535u);
          uint other = (x & 65535u) * (y >> 16u);
          uint middle = (low >> 16u) + (one & 65535u) + (other & 65535u);
          uint high = (x >> 16u) * (y >> 16u) + (one >> 16u) + (other >> 16u) + (middle >> 16u);
          uint fix = (a < S(0) ? y : 0u) + (b < S(0) ? x : 0u);
          return S(high - fix);
      }
      """, isScalar: true),
    "ci_extract_bits": Entry(
      """
      S ci_extract_bits(const S x, const S offset, const S count) {
          int from = clamp(int(offset), 0, 31);
          int size = clamp(int(count), 0, 32 - from);
          return size == 0 ? S(0) : (x << (32 - from - size)) >> (32 - size);
      }
      """, isScalar: true),
    "ci_insert_bits": Entry(
      """
      S ci_insert_bits(const S x, const S bits, const S offset, const S count) {
          int from = clamp(int(offset), 0, 31);
          int size = clamp(int(count), 0, 32 - from);
          uint ones = size == 0 ? 0u : (4294967295u >> (32 - size)) << from;
          return S((uint(x) & ~ones) | ((uint(bits) << from) & ones));
      }
      """, isScalar: true),
    // Less than 1, even if x is slightly below an integer.
    "ci_fract": Entry("T ci_fract(const T x) {\n    return min(x - floor(x), T(0.99999994));\n}"),
    "ci_floormod": Entry("T ci_floormod(const T x, const T y) {\n    return x - y * floor(x / y);\n}"),
    "ci_truncmod": Entry("T ci_truncmod(const T x, const T y) {\n    return x - y * trunc(x / y);\n}"),
    // Rounds halves away from 0.
    "ci_round": Entry("T ci_round(const T x) {\n    return trunc(x + 0.5 * sign(x));\n}"),
    "ci_sign": Entry(
      "float ci_sign(const float x) {\n    return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : 0.0);\n}", isScalar: true),
    "ci_saturate": Entry(
      "float ci_saturate(const float x) {\n    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;\n}", isScalar: true),
    // NaN is treated as a missing operand.
    "ci_fmin": Entry(
      "float ci_fmin(const float a, const float b) {\n    return b < a || isnan(a) ? b : a;\n}", isScalar: true),
    "ci_fmax": Entry(
      "float ci_fmax(const float a, const float b) {\n    return b > a || isnan(a) ? b : a;\n}", isScalar: true),
    "ci_copysign": Entry(
      """
      float ci_copysign(const float x, const float y) {
          return uintBitsToFloat((floatBitsToUint(x) & 0x7fffffffu) | (floatBitsToUint(y) & 0x80000000u));
      }
      """, isScalar: true),
    "ci_ldexp": Entry(
      """
      float ci_ldexp(const float x, const int e) {
          int first = clamp(e / 2, -126, 127);
          return x * exp2(float(first)) * exp2(float(clamp(e - first, -126, 127)));
      }
      """, isScalar: true),
    // For 0, infinities and NaN, the fraction is x and the exponent is 0. Computed from the bits, so that all engines
    // agree.
    "ci_frexp": Entry(
      """
      float ci_frexp(const float x) {
          uint bits = floatBitsToUint(x);
          uint size = bits & 0x7fffffffu;
          uint fraction = size >= 0x800000u ? size : size << (uint(23 - findMSB(size | 1u)) & 31u);
          uint halved = (bits & 0x80000000u) | 0x3f000000u | (fraction & 0x7fffffu);
          return uintBitsToFloat(size == 0u || size >= 0x7f800000u ? bits : halved);
      }
      """, isScalar: true),
    "ci_frexp_power": Entry(
      """
      int ci_frexp_power(const float x) {
          uint size = floatBitsToUint(x) & 0x7fffffffu;
          int power = size >= 0x800000u ? int(size >> 23u) - 126 : findMSB(size | 1u) - 148;
          return size == 0u || size >= 0x7f800000u ? 0 : power;
      }
      """, isScalar: true),
    "ci_isfinite": Entry("bool ci_isfinite(const float x) {\n    return !(isnan(x) || isinf(x));\n}", isScalar: true),
    "ci_isnormal": Entry(
      """
      bool ci_isnormal(const float x) {
          uint bits = floatBitsToUint(x) & 0x7f800000u;
          return bits != 0u && bits != 0x7f800000u;
      }
      """, isScalar: true),
    "ci_signbit": Entry(
      "bool ci_signbit(const float x) {\n    return floatBitsToUint(x) >= 0x80000000u;\n}", isScalar: true),
    "ci_and": Entry("bool ci_and(const bool a, const bool b) {\n    return a && b;\n}", isScalar: true),
    "ci_or": Entry("bool ci_or(const bool a, const bool b) {\n    return a || b;\n}", isScalar: true),
    // The argument order differs from that of `?:`.
    "ci_select": Entry("S ci_select(const S a, const S b, const bool c) {\n    return c ? b : a;\n}", isScalar: true),
    "ci_compare": Entry(
      "float ci_compare(const float x, const float y, const float z) {\n    return x < 0.0 ? y : "
        + "z;\n}", isScalar: true),
    "ci_median3": Entry(
      "T ci_median3(const T a, const T b, const T c) {\n    return max(min(a, b), min(max(a, b), c));\n}"),
    "ci_length_squared": Entry("float ci_length_squared(const T x) {\n    return dot(x, x);\n}"),
    "ci_distance_squared": Entry("float ci_distance_squared(const T a, const T b) {\n    return dot(a - b, a - b);\n}"),
  ]

  /// Colour functions.
  private static let colors: [String: Entry] = [
    // Returns clear if alpha is less than the smallest normal float. As in Shared/Alpha.glsl.
    "ci_unpremultiply": Entry(
      """
      vec4 ci_unpremultiply(const vec4 color) {
          bool visible = color.a >= 1.17549435e-38;
          float scale = 1.0 / (visible ? color.a : 1.0);
          return vec4(visible ? color.rgb * scale : vec3(0.0), color.a);
      }
      """),
    "ci_premultiply": Entry(
      "vec4 ci_premultiply(const vec4 color) {\n    return vec4(color.rgb * color.a, color.a);\n}"),
    "ci_srgb_to_linear": Entry(
      """
      T ci_srgb_to_linear(const T color) {
          T result = color;
          result.r = ci_linear(color.r);
          result.g = ci_linear(color.g);
          result.b = ci_linear(color.b);
          return result;
      }
      """, uses: ["ci_linear"]),
    "ci_linear_to_srgb": Entry(
      """
      T ci_linear_to_srgb(const T color) {
          T result = color;
          result.r = ci_coded(color.r);
          result.g = ci_coded(color.g);
          result.b = ci_coded(color.b);
          return result;
      }
      """, uses: ["ci_coded"]),
  ]
}
