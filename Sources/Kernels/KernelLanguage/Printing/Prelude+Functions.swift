extension Prelude {
  /// Trigonometric functions, powers and transfer functions. All devices evaluate the same polynomials, so that results
  /// that depend on the last bits agree.
  static let functions: [String: Entry] = [
    // The angle minus the nearest multiple of pi/2, and the quadrant.
    //
    // Source: Cody and Waite's reduction in three steps; exact for |x| below 10^5, less accurate above.
    "ci_quarter": Entry(
      """
      vec2 ci_quarter(const float x) {
          precise float k = floor(x * 0.636619772 + 0.5);
          precise float rest = ((x - k * 1.5703125) - k * 4.837512969970703125e-4) - k * 7.54978995489188216e-8;
          return vec2(clamp(rest, -0.8, 0.8), k - 4.0 * floor(k * 0.25));
      }
      """, isScalar: true),
    // Sine of the angle of ci_quarter.
    //
    // Source: the polynomials of the Cephes library for -pi/4...pi/4, error below 6e-8.
    "ci_wave": Entry(
      """
      float ci_wave(const float rest, const float quarter) {
          precise float z = rest * rest;
          precise float s = ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1) * z * rest + rest;
          precise float c = ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2) * z * z
              - 0.5 * z + 1.0;
          float part = quarter >= 2.0 ? quarter - 2.0 : quarter;
          float value = part >= 1.0 ? c : s;
          return quarter >= 2.0 ? -value : value;
      }
      """, isScalar: true),
    "ci_sin": Entry(
      """
      float ci_sin(const float x) {
          vec2 q = ci_quarter(x);
          return ci_wave(q.x, q.y);
      }
      """, isScalar: true, uses: ["ci_quarter", "ci_wave"]),
    "ci_cos": Entry(
      """
      float ci_cos(const float x) {
          vec2 q = ci_quarter(x);
          return ci_wave(q.x, q.y >= 3.0 ? 0.0 : q.y + 1.0);
      }
      """, isScalar: true, uses: ["ci_quarter", "ci_wave"]),
    "ci_tan": Entry(
      "float ci_tan(const float x) {\n    return ci_sin(x) / "
        + "ci_cos(x);\n}", isScalar: true, uses: ["ci_sin", "ci_cos"]),
    "ci_sinpi": Entry(
      "float ci_sinpi(const float x) {\n    return ci_sin((x - 2.0 * floor(x * 0.5)) * 3.14159265);\n}", isScalar: true,
      uses: ["ci_sin"]),
    "ci_cospi": Entry(
      "float ci_cospi(const float x) {\n    return ci_cos((x - 2.0 * floor(x * 0.5)) * 3.14159265);\n}", isScalar: true,
      uses: ["ci_cos"]),
    "ci_tanpi": Entry(
      "float ci_tanpi(const float x) {\n    return ci_sinpi(x) / ci_cospi(x);\n}", isScalar: true,
      uses: ["ci_sinpi", "ci_cospi"]),
    "ci_cossin": Entry(
      "vec2 ci_cossin(const float x) {\n    return vec2(ci_cos(x), ci_sin(x));\n}", uses: ["ci_cos", "ci_sin"]),
    "ci_sincos": Entry(
      "vec2 ci_sincos(const float x) {\n    return vec2(ci_sin(x), ci_cos(x));\n}", uses: ["ci_sin", "ci_cos"]),
    // 0 where both are 0.
    "ci_atan2": Entry(
      """
      float ci_atan2(const float y, const float x) {
          bool nowhere = x == 0.0 && y == 0.0;
          return nowhere ? 0.0 : atan(y, nowhere ? 1.0 : x);
      }
      """, isScalar: true),

    // As in Shared/Power.glsl, which tests compare it with.
    "ci_log2": Entry(
      """
      float ci_log2(const float base) {
          int e = (floatBitsToInt(base) - 0x3f3504f3) >> 23;
          float m = intBitsToFloat(floatBitsToInt(base) - (e << 23)) - 1.0;
          float p = -0.20659184 * m + 0.32215492;
          p = p * m - 0.36748999;
          p = p * m + 0.47934801;
          p = p * m - 0.72113186;
          p = p * m + 1.44271348;
          return p * m + float(e);
      }
      """, isScalar: true),
    "ci_exp2": Entry(
      """
      float ci_exp2(const float y) {
          float whole = floor(y + 0.5);
          float f = y - whole;
          float q = 0.00132647 * f + 0.00967151;
          q = q * f + 0.05550734;
          q = q * f + 0.24022242;
          q = q * f + 0.69314698;
          return intBitsToFloat(floatBitsToInt(q * f + 1.0) + (int(whole) << 23));
      }
      """, isScalar: true),
    // base^exponent; 0 where base is 0 or less, or NaN.
    "ci_pow": Entry(
      """
      float ci_pow(const float base, const float exponent) {
          float y = exponent * ci_log2(base);
          y = y < 127.0 ? y : 127.0;
          y = y > -126.0 ? y : -126.0;
          float result = ci_exp2(y);
          return base > 0.0 ? result : 0.0;
      }
      """, isScalar: true, uses: ["ci_log2", "ci_exp2"]),
    "ci_cbrt": Entry(
      """
      float ci_cbrt(const float x) {
          float size = ci_pow(abs(x), 0.333333333);
          return x < 0.0 ? -size : size;
      }
      """, isScalar: true, uses: ["ci_pow"]),

    // Both ends are exact.
    "ci_mix": Entry("T ci_mix(const T x, const T y, const T t) {\n    return x * (1.0 - t) + y * t;\n}"),
    // The edges may be in descending order; if they are equal, the function is a step.
    "ci_smoothstep": Entry(
      """
      float ci_smoothstep(const float low, const float high, const float x) {
          float width = high - low;
          float t = (x - low) / (width == 0.0 ? 1.0 : width);
          float place = width == 0.0 ? (x < low ? 0.0 : 1.0) : (t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0);
          return place * place * (3.0 - 2.0 * place);
      }
      """, isScalar: true),

    // The sRGB transfer function of one component, odd-symmetric about 0.
    //
    // Source: IEC 61966-2-1:1999, 5.2. As in Color/SRGB.glsl.
    "ci_linear": Entry(
      """
      float ci_linear(const float coded) {
          float magnitude = abs(coded);
          float base = (magnitude + 0.055) * (1.0 / 1.055);
          float curved = ci_pow(base < 1e12 ? base : 1e12, 2.4);
          float value = magnitude > 0.04045 ? curved : magnitude * (1.0 / 12.92);
          return coded < 0.0 ? -value : value;
      }
      """, isScalar: true, uses: ["ci_pow"]),
    "ci_coded": Entry(
      """
      float ci_coded(const float linear) {
          float magnitude = abs(linear);
          float curved = 1.055 * ci_pow(magnitude, 1.0 / 2.4) - 0.055;
          float value = magnitude > 0.0031308 ? curved : magnitude * 12.92;
          return linear < 0.0 ? -value : value;
      }
      """, isScalar: true, uses: ["ci_pow"]),
  ]
}
