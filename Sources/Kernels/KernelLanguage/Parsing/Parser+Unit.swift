extension Parser {
  /// Parses the whole source.
  mutating func translationUnit() -> TranslationUnit {
    declarations(isExternal: false, isNested: false)
    return unit
  }

  /// Parses declarations up to the end, or to the brace that ends a namespace.
  private mutating func declarations(isExternal: Bool, isNested: Bool) {
    while !isAtEnd, !(isNested && isMark(.rightBrace)), !reporter.isFull {
      if isMark(.rightBrace) {
        reporter.error("unmatched '}'", at: location, allowed: "a declaration")
        advance()
        continue
      }
      let start = index
      do throws(CompileFailure) {
        try declaration(isExternal: isExternal)
      } catch {
        recover()
      }
      if index == start { advance() }
    }
  }

  private mutating func declaration(isExternal: Bool) throws(CompileFailure) {
    if take(.semicolon) { return }
    if language == .metal, try metalDeclaration(isExternal: isExternal) { return }
    if isWord("struct") { throw fail("structs are not part of this language", allowed: "vectors, matrices and arrays") }
    if isWord("precision") {
      while !isAtEnd, !take(.semicolon) { advance() }
      return
    }
    try functionOrConstant(mark: isExternal ? .external : nil)
  }

  /// Parses a declaration that only Metal has. Returns false if none starts at the token.
  private mutating func metalDeclaration(isExternal: Bool) throws(CompileFailure) -> Bool {
    guard case .word(let word) = token.kind else { return false }
    try refuseConstruct(word)
    switch word {
    case "using": try using()
    case "typedef":
      advance()
      let type = try type()
      declaredTypes[try name(of: "a type")] = type.named
      try expect(.semicolon, after: "a typedef")
    case "namespace":
      advance()
      let isNamed = !isMark(.leftBrace)
      let name = isNamed ? try name(of: "a namespace") : ""
      if take(.assign) {
        _ = try self.name(of: "a namespace")
        namespaces.insert(name)
        try expect(.semicolon, after: "a namespace")
        return true
      }
      if isNamed { namespaces.insert(name) }
      try group(after: "namespace", isExternal: isExternal)
    case "extern":
      guard case .string(let linkage) = peek(1).kind else { return false }
      guard linkage == "C" else { throw fail("extern \"\(linkage)\" has no meaning here", allowed: "extern \"C\"") }
      advance()
      advance()
      if isMark(.leftBrace) {
        try group(after: "extern \"C\"", isExternal: true)
      } else {
        try declaration(isExternal: true)
      }
    case "struct" where peek(2).kind == .mark(.leftBrace) || peek(2).kind == .mark(.colon): try structure()
    case "enum": try enumeration()
    default: return false
    }
    return true
  }

  private mutating func group(after what: String, isExternal: Bool) throws(CompileFailure) {
    let open = token
    try expect(.leftBrace, after: what)
    try nested { (parser: inout Parser) throws(CompileFailure) in
      parser.declarations(isExternal: isExternal, isNested: true)
    }
    try expectClosing(.rightBrace, of: open)
  }

  /// Parses `using namespace metal;` and `using Name = Type;`.
  mutating func using() throws(CompileFailure) {
    advance()
    if take("namespace") {
      repeat { _ = try name(of: "a namespace") } while take(.scope)
    } else {
      let alias = try name(of: "a type")
      if take(.scope) {
        while case .word = token.kind {
          advance()
          _ = take(.scope)
        }
      } else {
        try expect(.assign, after: "a type's new name")
        declaredTypes[alias] = try type().named
      }
    }
    try expect(.semicolon, after: "using")
  }

  private mutating func structure() throws(CompileFailure) {
    advance()
    let start = location
    let structure = try name(of: "a struct")
    if isMark(.colon) { throw fail("structs have no base types in the kernel subset", allowed: "members") }
    let open = token
    try expect(.leftBrace, after: "a struct's name")
    var fields: [VariableSyntax] = []
    while !isMark(.rightBrace), !isAtEnd {
      if case .word(let word) = token.kind { try refuseConstruct(word) }
      if case .word(structure) = token.kind, peek(1).kind == .mark(.leftParen) {
        throw fail("constructors are not part of the kernel subset", allowed: "structs with members only")
      }
      let type = try type()
      if isWord("operator") { throw fail(Self.refusals["operator"]!, allowed: "structs with members only") }
      if peek(1).kind == .mark(.leftParen) {
        throw fail("functions in a struct are not part of the kernel subset", allowed: "structs with members only")
      }
      for field in try variables(type) {
        guard field.initial == nil else {
          throw fail("members have no default values", allowed: "values where a variable is declared")
        }
        fields.append(field)
      }
      try expect(.semicolon, after: "members")
    }
    try expectClosing(.rightBrace, of: open)
    try expect(.semicolon, after: "a struct")
    declaredTypes[structure] = NamedType(type: .structure(unit.structures.count))
    unit.structures.append(StructureSyntax(name: structure, fields: fields, location: start))
  }

  private mutating func enumeration() throws(CompileFailure) {
    advance()
    let isScoped = take("class") || take("struct")
    let name = isMark(.leftBrace) || isMark(.colon) ? "" : try self.name(of: "an enum")
    var base = NamedType(type: .int, storage: .int32)
    if take(.colon) {
      let type = try type()
      guard type.named.type == .int || type.named.type == .uint else {
        throw fail("\(type.spelling) cannot be the type of an enum", allowed: "an integer type", at: type.location)
      }
      base = type.named
    }
    let open = token
    try expect(.leftBrace, after: "enum")
    var isFirst = true
    while !isMark(.rightBrace), !isAtEnd {
      let start = location
      let enumerator = try self.name(of: "a value")
      let value = take(.assign) ? try conditional() : nil
      unit.enumerators.append(
        EnumeratorSyntax(
          name: isScoped ? "\(name)::\(enumerator)" : enumerator, type: base.type, value: value, isFirst: isFirst,
          location: start))
      isFirst = false
      guard take(.comma) else { break }
    }
    try expectClosing(.rightBrace, of: open)
    if !name.isEmpty { declaredTypes[name] = base }
    try expect(.semicolon, after: "an enum")
  }
}
