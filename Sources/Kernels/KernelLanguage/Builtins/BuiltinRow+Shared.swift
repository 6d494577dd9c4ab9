extension BuiltinRow {
  /// Functions that both languages have, with the same name and meaning.
  static let shared: [BuiltinRow] = [
    // Angles: implemented in the prelude, so that all devices agree.
    BuiltinRow("sin", "F F", "ci_sin"), BuiltinRow("cos", "F F", "ci_cos"), BuiltinRow("tan", "F F", "ci_tan"),
    BuiltinRow("asin", "F F"), BuiltinRow("acos", "F F"), BuiltinRow("atan", "F F"),
    BuiltinRow("sinh", "F F"), BuiltinRow("cosh", "F F"), BuiltinRow("tanh", "F F"),
    BuiltinRow("asinh", "F F"), BuiltinRow("acosh", "F F"), BuiltinRow("atanh", "F F"),

    // Powers.
    BuiltinRow("pow", "FF F", "ci_pow"), BuiltinRow("exp", "F F"), BuiltinRow("exp2", "F F"),
    BuiltinRow("log", "F F"), BuiltinRow("log2", "F F"), BuiltinRow("sqrt", "F F"),

    // Components and limits.
    BuiltinRow("abs", "N N"), BuiltinRow("sign", "F F", "ci_sign"), BuiltinRow("floor", "F F"),
    BuiltinRow("ceil", "F F"), BuiltinRow("trunc", "F F"), BuiltinRow("round", "F F", "ci_round"),
    BuiltinRow("fract", "F F", "ci_fract"), BuiltinRow("min", "NN N"), BuiltinRow("max", "NN N"),
    BuiltinRow("clamp", "NNN N", "min(max($0, $1), $2)"), BuiltinRow("mix", "FFF F", "ci_mix"),
    BuiltinRow("step", "FF F"), BuiltinRow("smoothstep", "FFF F", "ci_smoothstep"),

    // Geometry.
    BuiltinRow("length", "F 1"), BuiltinRow("distance", "FF 1"), BuiltinRow("dot", "FF 1"),
    BuiltinRow("cross", "33 3"), BuiltinRow("normalize", "F F"), BuiltinRow("faceforward", "FFF F"),
    BuiltinRow("reflect", "FF F"), BuiltinRow("refract", "FF1 F"),

    // Classification.
    BuiltinRow("any", "B b", "any"), BuiltinRow("all", "B b", "all"), BuiltinRow("isnan", "F B"),
    BuiltinRow("isinf", "F B"),

    // Matrices.
    BuiltinRow("transpose", "M M"), BuiltinRow("determinant", "M 1"),

    // Core Image's own functions.
    BuiltinRow("premultiply", "4 4", "ci_premultiply"), BuiltinRow("unpremultiply", "4 4", "ci_unpremultiply"),
    BuiltinRow("compare", "FFF F", "ci_compare"), BuiltinRow("srgb_to_linear", "C C", "ci_srgb_to_linear"),
    BuiltinRow("linear_to_srgb", "C C", "ci_linear_to_srgb"), BuiltinRow("cossin", "1 2", "ci_cossin"),
    BuiltinRow("sincos", "1 2", "ci_sincos"),
  ]
}
