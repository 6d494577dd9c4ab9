/// The reserved words of the kernel languages.
enum ReservedWords {
  static func contains(_ word: String, _ language: Language) -> Bool {
    language == .metal ? metal.contains(word) : coreImage.contains(word)
  }

  private static let shared: Set<String> = [
    "break", "case", "const", "continue", "default", "do", "else", "enum", "false", "for", "goto", "if", "inline",
    "long", "namespace", "return", "short", "sizeof", "static", "struct", "switch", "template", "this", "true",
    "typedef",
    "union", "unsigned", "using", "volatile", "while", "double", "extern", "class", "public",
  ]

  /// Source: The OpenGL ES Shading Language 1.00, section 3.6, without the words that kernels use as names.
  private static let coreImage = shared.union([
    "kernel", "attribute", "uniform", "varying", "in", "out", "inout", "discard", "invariant", "lowp", "mediump",
    "highp",
    "precision", "asm", "packed", "noinline", "external", "interface", "fixed", "dvec2", "dvec3", "dvec4", "fvec2",
    "fvec3", "fvec4", "sampler1D", "sampler2D", "sampler3D", "samplerCube", "__sample", "__color", "__table",
  ])

  /// Source: ISO C++14, 2.11, and the address spaces of Metal.
  private static let metal = shared.union([
    "alignas", "alignof", "asm", "auto", "catch", "char", "const_cast", "constexpr", "decltype", "delete",
    "dynamic_cast", "explicit", "export", "friend", "mutable", "new", "noexcept", "nullptr", "operator", "private",
    "protected", "register", "reinterpret_cast", "signed", "static_assert", "static_cast", "thread_local", "throw",
    "try",
    "typeid", "typename", "virtual", "constant", "device", "thread", "threadgroup", "kernel", "vertex", "fragment",
  ])
}
