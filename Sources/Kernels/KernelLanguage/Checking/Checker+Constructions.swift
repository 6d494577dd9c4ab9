extension Checker {
  /// What a variable of this type starts with: a value, or a list in braces.
  func initial(_ syntax: ExpressionSyntax, of type: Type) throws(CompileFailure) -> Value {
    guard case .list(let parts) = syntax.kind else {
      let value = try self.value(syntax)
      // `float4 p = 0` of Metal is a splat; so it is for an array's elements, not for the array.
      return value
    }
    return try list(parts, of: type, syntax.location)
  }

  private func list(_ parts: [ExpressionSyntax], of type: Type, _ place: SourceLocation) throws(CompileFailure) -> Value {
    let types: [Type]
    switch type {
    case .array(let element, let count): types = Array(repeating: element, count: count)
    case .structure(let number): types = unit.structures[number].fields.map(\.type)
    case .scalar, .vector, .matrix:
      guard !parts.isEmpty else { return zero(type, at: place) }
      if case .scalar = type, parts.count == 1 { return try converted(initial(parts[0], of: type), to: type) }
      return try made(type, parts, place)
    default: throw fail("\(spelled(type)) cannot start with a list", at: place, allowed: "a value")
    }
    guard parts.count <= types.count else {
      throw fail("\(parts.count) values for \(spelled(type))", at: place, allowed: "at most \(types.count)")
    }
    var values: [Value] = []
    for (part, type) in zip(parts, types) { values.append(try converted(initial(part, of: type), to: type)) }
    // What the list leaves out is zero.
    for type in types.dropFirst(parts.count) { values.append(zero(type, at: place)) }
    return Value(kind: .construct(values), type: type, location: place)
  }

  /// `T(a, b)` and `T{a, b}`
  func constructed(_ type: TypeSyntax, _ parts: [ExpressionSyntax], _ place: SourceLocation) throws(CompileFailure) -> Value {
    let named = type.named.type
    guard !named.isOpaque, named != .void else {
      throw fail("\(type.spelling) cannot be made", at: place, allowed: "a parameter of this type")
    }
    if case .structure = named { return try list(parts, of: named, place) }
    guard !parts.isEmpty else {
      guard language == .metal else { throw fail("\(spelled(named))() has no value", at: place, allowed: "numbers") }
      return zero(named, at: place)
    }
    return try made(named, parts, place)
  }

  /// A scalar, a vector or a matrix of these parts.
  private func made(_ type: Type, _ parts: [ExpressionSyntax], _ place: SourceLocation) throws(CompileFailure) -> Value {
    var values: [Value] = []
    for part in parts { values.append(try value(part)) }
    func wrong(_ allowed: String) -> CompileFailure {
      fail(
        "\(spelled(type)) of \(values.map { spelled($0.type) }.joined(separator: ", "))", at: place, allowed: allowed)
    }
    guard values.allSatisfy({ $0.type.scalar != nil || $0.type.isMatrix }) else { throw wrong("numbers") }
    if case .matrix(let columns, let rows) = type { return try matrix(columns, rows, values, place, wrong) }
    guard let scalar = type.scalar, let count = type.width else { throw wrong("numbers") }
    guard values.allSatisfy({ $0.type.scalar != nil }) else { throw wrong("a column of the matrix") }
    let given = values.reduce(0) { $0 + $1.type.width! }
    let converted = values.map { cast($0, to: scalar) }
    func result(_ kind: Value.Kind) -> Value { Value(kind: kind, type: type, location: place) }
    if count == 1 {
      // GLSL takes the first component of a vector.
      guard given == 1 || language == .coreImage, values.count == 1 else { throw wrong("one number") }
      return given == 1 ? converted[0] : result(.swizzle(converted[0], "x"))
    }
    if values.count == 1, given == 1 { return result(.construct(converted)) }
    if values.count == 1, given == count { return converted[0] }
    // GLSL leaves out what the last part has too much.
    let isEnough = given == count || language == .coreImage && given > count && given - values.last!.type.width! < count
    guard isEnough else { throw wrong("\(count) components, or one number for all") }
    return result(.construct(converted))
  }

  private func matrix(
    _ columns: Int, _ rows: Int, _ values: [Value], _ place: SourceLocation, _ wrong: (String) -> CompileFailure
  ) throws(CompileFailure) -> Value {
    let type = Type.matrix(columns, rows)
    if values.count == 1 {
      if values[0].type == type { return values[0] }
      guard values[0].type.width == 1 || values[0].type.isMatrix && language == .coreImage else {
        throw wrong("columns, or one number for the diagonal")
      }
      return Value(kind: .construct([cast(values[0], to: .float)]), type: type, location: place)
    }
    let areColumns = values.count == columns && values.allSatisfy { $0.type.width == rows && rows > 1 }
    let areNumbers = values.count == columns * rows && values.allSatisfy { $0.type.width == 1 }
    let fill = language == .coreImage && values.reduce(0) { $0 + ($1.type.width ?? 99) } == columns * rows
    guard areColumns || areNumbers || fill else { throw wrong("\(columns) columns of \(rows), or all numbers") }
    return Value(kind: .construct(values.map { cast($0, to: .float) }), type: type, location: place)
  }

  /// `(T)a` and `static_cast<T>(a)`
  func cast(_ value: Value, to type: TypeSyntax, _ place: SourceLocation) throws(CompileFailure) -> Value {
    let named = type.named.type
    if value.type == named { return value }
    guard let scalar = named.scalar, let count = named.width, let width = value.type.width, width == 1 || width == count
    else {
      throw fail("\(spelled(value.type)) as \(type.spelling)", at: place, allowed: "numbers of the same count")
    }
    let one = cast(value, to: scalar)
    return width == count ? one : Value(kind: .construct([one]), type: named, location: place)
  }

  /// `as_type<T>(a)`: the same bits.
  func bitCast(_ value: Value, to type: TypeSyntax, _ place: SourceLocation) throws(CompileFailure) -> Value {
    let named = type.named.type
    guard let to = named.scalar, let from = value.type.scalar, named.width == value.type.width, to != .bool,
      from != .bool, type.named.storage.byteCount == 4
    else {
      throw fail(
        "as_type from \(spelled(value.type)) to \(type.spelling)", at: place, allowed: "types of 32 bits, one count")
    }
    let name: String? =
      switch (from, to) {
      case (.float, .int): "floatBitsToInt"
      case (.float, .uint): "floatBitsToUint"
      case (.int, .float): "intBitsToFloat"
      case (.uint, .float): "uintBitsToFloat"
      default: nil
      }
    guard let name else { return cast(value, to: to) }
    return Value(kind: .builtin(name, [value]), type: named, location: place)
  }
}
