extension BuiltinRow {
  /// Functions that only the Core Image Kernel Language has: the remaining ones of GLSL ES 1.00, and its own.
  static let coreImage: [BuiltinRow] = [
    BuiltinRow("atan", "FF F", "ci_atan2"), BuiltinRow("mod", "FF F", "ci_floormod"),
    BuiltinRow("inversesqrt", "F F"), BuiltinRow("radians", "F F"), BuiltinRow("degrees", "F F"),
    BuiltinRow("inverse", "M M"),

    BuiltinRow("lessThan", "VV B"), BuiltinRow("lessThanEqual", "VV B"), BuiltinRow("greaterThan", "VV B"),
    BuiltinRow("greaterThanEqual", "VV B"), BuiltinRow("equal", "VV B"), BuiltinRow("notEqual", "VV B"),
    BuiltinRow("equal", "BB B"), BuiltinRow("notEqual", "BB B"), BuiltinRow("not", "B B"),

    // Variants whose arguments are in -pi...pi. The general functions are correct for them.
    BuiltinRow("sin_", "F F", "ci_sin"), BuiltinRow("cos_", "F F", "ci_cos"), BuiltinRow("tan_", "F F", "ci_tan"),
    BuiltinRow("cossin_", "1 2", "ci_cossin"), BuiltinRow("sincos_", "1 2", "ci_sincos"),
  ]

  /// The errors for unsupported functions of GLSL, and the spelling of functions that have another name.
  static let coreImageRefusals: [String: (message: String, allowed: String)] = [
    "dFdx": ("kernels have no neighbours", "sample at another position"),
    "dFdy": ("kernels have no neighbours", "sample at another position"),
    "fwidth": ("kernels have no neighbours", "sample at another position"),
    "texture2D": ("kernels read images only through sampler and __sample", "sample(src, samplerCoord(src))"),
    "texture": ("kernels read images only through sampler and __sample", "sample(src, samplerCoord(src))"),
    "matrixCompMult": ("matrixCompMult is not part of the kernel languages", "a product for each column"),
    "ftransform": ("ftransform is not part of the kernel languages", "destCoord()"),
    "noise1": ("noise is not part of the kernel languages", "a function of your own"),
    "noise2": ("noise is not part of the kernel languages", "a function of your own"),
    "noise3": ("noise is not part of the kernel languages", "a function of your own"),
    "noise4": ("noise is not part of the kernel languages", "a function of your own"),
    "atan2": ("unknown function name 'atan2'", "atan(y, x)"),
    "arctan2": ("unknown function name 'arctan2'", "atan(y, x)"),
    "arctan": ("unknown function name 'arctan'", "atan(x)"),
    "fmod": ("unknown function name 'fmod'", "mod(x, y)"),
    "lerp": ("unknown function name 'lerp'", "mix(a, b, t)"),
    "saturate": ("unknown function name 'saturate'", "clamp(x, 0.0, 1.0)"),
    "rsqrt": ("unknown function name 'rsqrt'", "inversesqrt(x)"),
    "frac": ("unknown function name 'frac'", "fract(x)"),
  ]
}
