extension Parser {
  /// Error messages for constructs outside of the Metal subset, by their first word.
  static let refusals: [String: String] = [
    "template": "templates are not part of the kernel subset: write the function for each type",
    "class": "classes are not part of the kernel subset",
    "union": "unions are not part of the kernel subset",
    "operator": "operator functions are not part of the kernel subset",
    "virtual": "virtual functions are not part of the kernel subset",
    "friend": "friends are not part of the kernel subset",
    "try": "exceptions are not part of the kernel subset",
    "throw": "exceptions are not part of the kernel subset",
    "goto": "goto is not part of the kernel subset",
    "new": "kernels cannot allocate memory",
    "delete": "kernels cannot allocate memory",
    "asm": "assembly is not part of the kernel subset",
    "double": "numbers of 64 bits are not part of the kernel subset",
    "long": "integers of 64 bits are not part of the kernel subset",
    "size_t": "integers of 64 bits are not part of the kernel subset",
    "ptrdiff_t": "integers of 64 bits are not part of the kernel subset",
    "int64_t": "integers of 64 bits are not part of the kernel subset",
    "uint64_t": "integers of 64 bits are not part of the kernel subset",
    "volatile": "volatile is not part of the kernel subset",
    "threadgroup": "kernels have no thread groups: each pixel is computed independently",
    "threadgroup_imageblock": "kernels have no thread groups: each pixel is computed independently",
    "threadgroup_barrier": "kernels have no thread groups: each pixel is computed independently",
    "simdgroup_barrier": "kernels have no thread groups: each pixel is computed independently",
    "device": "kernels write only the pixel that they return: there is no device memory",
    "texture1d": "kernels read images only through coreimage::sampler",
    "texture2d": "kernels read images only through coreimage::sampler",
    "texture2d_array": "kernels read images only through coreimage::sampler",
    "texture3d": "kernels read images only through coreimage::sampler",
    "texturecube": "kernels read images only through coreimage::sampler",
    "depth2d": "kernels read images only through coreimage::sampler",
    "atomic_int": "atomics are not part of the kernel subset",
    "atomic_uint": "atomics are not part of the kernel subset",
    "atomic_bool": "atomics are not part of the kernel subset",
    "atomic_float": "atomics are not part of the kernel subset",
    "atomic_ulong": "atomics are not part of the kernel subset",
    "atomic": "atomics are not part of the kernel subset",
    "visible_function_table": functionPointer,
    "intersection_function_table": functionPointer,
    "decltype": "decltype is not part of the kernel subset",
    "typename": "templates are not part of the kernel subset: write the function for each type",
    "reinterpret_cast": "reinterpret_cast is not part of the kernel subset",
    "dynamic_cast": "dynamic_cast is not part of the kernel subset",
    "const_cast": "const_cast is not part of the kernel subset",
    "static_assert": "static_assert is not part of the kernel subset",
    "sizeof": "sizeof is not part of the kernel subset",
    "this": "structs have no member functions",
    "nullptr": "pointers: only constant parameters, read as p[i]",
    "thread_local": "kernels have no state",
  ]

  private static let functionPointer = "pointers to functions are not part of the kernel subset"

  static let allowed: [String: String] = [
    "class": "struct with members only", "union": "struct with members only", "double": "float", "long": "int or uint",
    "size_t": "int or uint", "device": "constant T *name", "goto": "if, for, while, do, switch",
    "template": "overloads", "atomic": "the pixel that the kernel returns",
    "atomic_int": "the pixel that the kernel returns", "atomic_uint": "the pixel that the kernel returns",
    "visible_function_table": "calls by name", "reinterpret_cast": "as_type<T>(x)",
  ]

  /// Throws if `word` starts a construct outside of the Metal subset.
  func refuseConstruct(_ word: String) throws(CompileFailure) {
    if ["kernel", "vertex", "fragment"].contains(word) {
      throw fail(Self.computeFunction(word: word), allowed: "extern \"C\" or [[stitchable]]")
    }
    // A variable may have such a name if Metal does not reserve it.
    guard let message = Self.refusals[word] else { return }
    throw fail(message, allowed: Self.allowed[word])
  }

  /// Throws for `metal::sampler`. Without its namespace, the name means `coreimage::sampler` here.
  func refuseTextureSampler(_ name: String, _ count: Int, _ qualifiers: TypeSyntax.Qualifiers) throws(CompileFailure) {
    guard language == .metal, name == "sampler" else { return }
    let isMetal = (0..<count).contains { peek($0).kind == .word("metal") }
    guard isMetal || qualifiers.contains(.constexpr) else { return }
    throw fail(
      "metal::sampler configures texture reads: kernels read images only through coreimage::sampler",
      allowed: "coreimage::sampler")
  }

  /// Throws if `(*name)(` or `(*)(` follows a type: the declaration of a function pointer.
  func refuseFunctionPointer() throws(CompileFailure) {
    guard language == .metal, isMark(.leftParen), peek(1).kind == .mark(.star) || peek(1).kind == .mark(.ampersand)
    else { return }
    var end = 2
    if case .word = peek(end).kind { end += 1 }
    guard peek(end).kind == .mark(.rightParen), peek(end + 1).kind == .mark(.leftParen) else { return }
    throw fail(Self.functionPointer, allowed: "calls by name")
  }

  static func computeFunction(word: String) -> String {
    "'\(word)': this is a Metal compute function; a Core Image kernel is extern \"C\" or [[stitchable]] and gets the "
      + "position of its pixel from coreimage::destination"
  }

  /// Throws for GLSL types that kernels do not have.
  func refuseCoreImageType(_ word: String) throws(CompileFailure) {
    switch word {
    case "sampler1D", "sampler2D", "sampler3D", "samplerCube":
      throw fail("kernels read images only through sampler and __sample", allowed: "sampler")
    case "double", "dvec2", "dvec3", "dvec4", "long":
      throw fail("numbers of 64 bits are not part of the kernel languages", allowed: "float, int")
    case "unsigned", "uint", "uvec2", "uvec3", "uvec4", "short", "half":
      throw fail("'\(word)' is not a type of the Core Image Kernel Language", allowed: "float, int, bool")
    case "struct", "union", "class", "enum", "typedef", "template":
      throw fail("'\(word)' is not part of the Core Image Kernel Language", allowed: "vectors, matrices and arrays")
    default: break
    }
  }
}
