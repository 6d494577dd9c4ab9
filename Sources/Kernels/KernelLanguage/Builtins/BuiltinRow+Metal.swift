extension BuiltinRow {
  /// Functions that only Metal has.
  ///
  /// Source: Metal Shading Language Specification, chapter 6; the functions that kernels use.
  static let metal: [BuiltinRow] = [
    // Common and geometric.
    BuiltinRow("saturate", "F F", "ci_saturate"), BuiltinRow("distance_squared", "FF 1", "ci_distance_squared"),
    BuiltinRow("length_squared", "F 1", "ci_length_squared"),

    // Mathematics.
    BuiltinRow("atan2", "FF F", "ci_atan2"), BuiltinRow("rsqrt", "F F", "inversesqrt"),
    BuiltinRow("fmod", "FF F", "ci_truncmod"), BuiltinRow("fabs", "F F", "abs"),
    BuiltinRow("fmin", "FF F", "ci_fmin"), BuiltinRow("fmax", "FF F", "ci_fmax"),
    BuiltinRow("min3", "NNN N", "min(min($0, $1), $2)"), BuiltinRow("max3", "NNN N", "max(max($0, $1), $2)"),
    BuiltinRow("median3", "NNN N", "ci_median3"),
    BuiltinRow("sinpi", "F F", "ci_sinpi"), BuiltinRow("cospi", "F F", "ci_cospi"),
    BuiltinRow("tanpi", "F F", "ci_tanpi"), BuiltinRow("exp10", "F F", "exp2($0 * 3.3219281)"),
    BuiltinRow("log10", "F F", "(log2($0) * 0.30103)"), BuiltinRow("powr", "FF F", "ci_pow"),
    BuiltinRow("rint", "F F", "roundEven"), BuiltinRow("divide", "FF F", "($0 / $1)"),
    BuiltinRow("fma", "FFF F", "($0 * $1 + $2)"), BuiltinRow("mad", "FFF F", "($0 * $1 + $2)"),
    BuiltinRow("fdim", "FF F", "max($0 - $1, 0.0)"), BuiltinRow("copysign", "FF F", "ci_copysign"),
    BuiltinRow("ldexp", "FI F", "ci_ldexp"), BuiltinRow("cbrt", "F F", "ci_cbrt"),

    // Classification and selection.
    BuiltinRow("isfinite", "F B", "ci_isfinite"), BuiltinRow("isnormal", "F B", "ci_isnormal"),
    BuiltinRow("signbit", "F B", "ci_signbit"), BuiltinRow("select", "NNB N", "ci_select"),
    BuiltinRow("select", "BBB B", "ci_select"),

    // Integers.
    BuiltinRow("absdiff", "II I", "ci_absdiff"), BuiltinRow("clz", "I I", "ci_clz"), BuiltinRow("ctz", "I I", "ci_ctz"),
    BuiltinRow("popcount", "I I", "ci_popcount"), BuiltinRow("rotate", "II I", "ci_rotate"),
    BuiltinRow("mad24", "III I", "($0 * $1 + $2)"), BuiltinRow("mul24", "II I", "($0 * $1)"),
    BuiltinRow("mulhi", "II I", "ci_mulhi"), BuiltinRow("reverse_bits", "I I", "bitfieldReverse"),
    BuiltinRow("extract_bits", "III I", "ci_extract_bits"), BuiltinRow("insert_bits", "IIII I", "ci_insert_bits"),
  ]

  /// The errors for unsupported names of Metal and GLSL, and the spelling of functions that have another name.
  static let metalRefusals: [String: (message: String, allowed: String)] = {
    var refusals: [String: (message: String, allowed: String)] = [
      "mod": ("unknown function name 'mod'", "fmod(x, y), or x - y * floor(x / y)"),
      "inversesqrt": ("unknown function name 'inversesqrt'", "rsqrt(x)"),
      "lerp": ("unknown function name 'lerp'", "mix(a, b, t)"),
      "arctan2": ("unknown function name 'arctan2'", "atan2(y, x)"),
      "make_sampler": ("samplers are created by Core Image", "a parameter of type coreimage::sampler"),
      "texture": ("kernels read images only through coreimage::sampler", "src.sample(src.coord())"),
      "discard_fragment": ("kernels cannot discard a pixel", "return of a clear colour"),
      "printf": ("kernels have no output but their pixel", "return of a colour"),
    ]
    for name in ["dfdx", "dfdy", "fwidth"] {
      refusals[name] = ("kernels have no neighbours", "sample at another position")
    }
    for name in ["threadgroup_barrier", "simdgroup_barrier", "simd_sum", "simd_shuffle", "simd_broadcast", "quad_sum"] {
      refusals[name] = ("kernels have no thread groups: each pixel is computed independently", "coreimage::destination")
    }
    return refusals
  }()

  /// Constants of Metal's header.
  static let metalConstants: [String: Literal] = {
    let pi: Float = 3.14159265
    var constants: [String: Literal] = [
      "FLT_MAX": .float(.greatestFiniteMagnitude), "FLT_MIN": .float(.leastNormalMagnitude),
      "FLT_EPSILON": .float(.ulpOfOne), "MAXFLOAT": .float(.greatestFiniteMagnitude), "INFINITY": .float(.infinity),
      "HUGE_VALF": .float(.infinity), "NAN": .float(.nan), "HALF_MAX": .float(65504), "MAXHALF": .float(65504),
      "HALF_MIN": .float(6.103515625e-05), "HALF_EPSILON": .float(0.0009765625),
      "INT_MAX": .int(.max), "INT_MIN": .int(.min), "UINT_MAX": .uint(.max), "SHRT_MAX": .int(32767),
      "SHRT_MIN": .int(-32768), "USHRT_MAX": .uint(65535), "CHAR_BIT": .int(8),
    ]
    let floats: [(String, Float)] = [
      ("M_PI", pi), ("M_PI_2", pi / 2), ("M_PI_4", pi / 4), ("M_1_PI", 0.318309886), ("M_2_PI", 0.636619772),
      ("M_2_SQRTPI", 1.12837917), ("M_SQRT2", 1.41421356), ("M_SQRT1_2", 0.707106781), ("M_E", 2.71828183),
      ("M_LOG2E", 1.44269504), ("M_LOG10E", 0.434294482), ("M_LN2", 0.693147181), ("M_LN10", 2.30258509),
    ]
    for (name, value) in floats {
      for suffix in ["", "_F", "_H"] { constants[name + suffix] = .float(value) }
    }
    return constants
  }()
}
