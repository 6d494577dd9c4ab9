extension Parser {
  /// Returns the name at a token without known namespaces, and the number of its tokens.
  func qualifiedName(at offset: Int = 0) -> (name: String, count: Int)? {
    var (parts, count): ([String], Int) = ([], 0)
    if language == .metal, peek(offset).kind == .mark(.scope) { count = 1 }
    while case .word(let word) = peek(offset + count).kind {
      count += 1
      guard language == .metal, peek(offset + count).kind == .mark(.scope) else {
        parts.append(word)
        return (parts.joined(separator: "::"), count)
      }
      count += 1
      if !namespaces.contains(word) { parts.append(word) }
    }
    return nil
  }

  /// Returns the type of a name, or nil if it is not a type.
  func namedType(_ name: String) -> NamedType? { declaredTypes[name] ?? typeNames[name] }

  /// Returns whether the token begins the type of a declaration or a cast.
  func startsType(at offset: Int = 0) -> Bool {
    guard let (name, count) = qualifiedName(at: offset) else { return false }
    if Self.qualifiers[name] != nil || Self.ignored.contains(name) { return true }
    switch peek(offset + count).kind {
    // `vec3(1)`, `destination.coord()` and `sample = 1` are expressions, even if the name is a type.
    case .mark(.leftParen), .mark(.leftBrace), .mark(.period): return false
    case .mark(let mark) where mark.rawValue.hasSuffix("=") && mark != .assign: return false
    case .mark(.assign): return false
    default: break
    }
    return name == "auto" || namedType(name) != nil || ["struct", "enum"].contains(name) && language == .metal
  }

  private static let qualifiers: [String: TypeSyntax.Qualifiers] = [
    "const": .const, "constant": .constant, "constexpr": .constexpr, "in": .input, "out": .output,
    "inout": [.input, .output],
  ]

  private static let ignored: Set<String> = [
    "static", "inline", "extern", "thread", "uniform", "varying", "lowp", "mediump", "highp", "__table",
    "__attribute__",
  ]

  /// Parses a type with its qualifiers: `constant float3 *`.
  mutating func type() throws(CompileFailure) -> TypeSyntax {
    let start = location
    var qualifiers: TypeSyntax.Qualifiers = []
    var role = TypeSyntax.Role.value
    takeQualifiers(&qualifiers, &role)
    if language == .metal, take("struct") || take("enum") {}
    guard let (name, count) = qualifiedName() else {
      throw fail("expected a type, found '\(token.text)'", allowed: allowedTypes)
    }
    if language == .metal { try refuseConstruct(name) } else { try refuseCoreImageType(name) }
    try refuseTextureSampler(name, count, qualifiers)
    var named = NamedType(type: .void)
    let isAutomatic = name == "auto" && language == .metal
    if !isAutomatic {
      guard let found = namedType(name) else { throw unknownType(name) }
      named = found
    }
    for _ in 0..<count { advance() }
    if name == "unsigned", take("int") {}
    if isMark(.less), language == .metal {
      throw fail("templates are not part of the kernel subset: write the name of the type", allowed: "float4, half3 …")
    }
    switch name {
    case "__sample", "sample_t", "sample_h": role = .sample
    case "__color": role = .color
    default: break
    }
    var type = TypeSyntax(
      named: named, spelling: name, role: role, qualifiers: qualifiers, isAutomatic: isAutomatic, location: start)
    takeQualifiers(&type.qualifiers, &type.role)
    if language == .metal {
      while isMark(.ampersand) || isMark(.star) || isMark(.and) {
        if isMark(.and) { throw fail("references to temporary values are not part of the kernel subset", allowed: "&") }
        type.qualifiers.insert(isMark(.ampersand) ? .reference : .pointer)
        advance()
        takeQualifiers(&type.qualifiers, &type.role)
      }
    }
    try refuseFunctionPointer()
    return type
  }

  private mutating func takeQualifiers(_ qualifiers: inout TypeSyntax.Qualifiers, _ role: inout TypeSyntax.Role) {
    while case .word(let word) = token.kind {
      if let qualifier = Self.qualifiers[word] {
        qualifiers.formUnion(qualifier)
      } else if word == "__table" {
        role = .table
      } else if !Self.ignored.contains(word) || word == "extern" {
        return
      }
      advance()
    }
  }

  private var allowedTypes: String {
    language == .metal
      ? "bool, int, uint, half, float, float2 … float4, float2x2 … float4x4, coreimage::sampler, structs"
      : "bool, int, float, vec2 … vec4, mat2 … mat4, sampler, __sample, __color"
  }

  /// Returns the error for an unknown type, with the most similar known name.
  func unknownType(_ name: String) -> CompileFailure {
    if language == .metal, let message = Self.refusals[name] { return fail(message, allowed: Self.allowed[name]) }
    let nearest = nearestName(to: name, in: typeNames.all + Array(declaredTypes.keys))
    return fail("unknown type name '\(name)'", allowed: nearest.map { "did you mean '\($0)'?" } ?? allowedTypes)
  }

  /// Parses array sizes such as `[4][2]`; nil for `[]`.
  mutating func dimensions() throws(CompileFailure) -> [ExpressionSyntax?] {
    var sizes: [ExpressionSyntax?] = []
    while isMark(.leftBracket), peek(1).kind != .mark(.leftBracket) {
      let open = token
      advance()
      sizes.append(isMark(.rightBracket) ? nil : try conditional())
      try expectClosing(.rightBracket, of: open)
      guard sizes.count <= 4 else { throw fail("too many array dimensions: \(sizes.count)", allowed: "at most 4") }
    }
    return sizes
  }

  /// Parses the variables of a declaration after their type, with array sizes and initial values.
  mutating func variables(_ type: TypeSyntax) throws(CompileFailure) -> [VariableSyntax] {
    var variables: [VariableSyntax] = []
    repeat {
      // In `float *p, *q`, the second star is part of a declarator.
      if isMark(.star) { throw fail("pointers: only constant parameters, read as p[i]", allowed: "constant T *p") }
      let nameLocation = location
      let name = try name(of: "a variable")
      let dimensions = try dimensions()
      var initial: ExpressionSyntax?
      if take(.assign) {
        initial = isMark(.leftBrace) ? try list() : try assignment()
      } else if isMark(.leftBrace), language == .metal {
        initial = try list()
      } else if isMark(.leftParen), language == .metal {
        // `float2 p(1, 2)`
        let values = try arguments()
        let constructed = try expression(.construct(type, values), at: nameLocation, values)
        initial = constructed
      }
      variables.append(
        VariableSyntax(type: type, name: name, dimensions: dimensions, initial: initial, location: nameLocation))
    } while take(.comma)
    return variables
  }
}
