extension Checker {
  /// Returns the initial value of a variable of this type: an expression, or a list in braces.
  func initial(_ syntax: ExpressionSyntax, of type: Type) throws(CompileFailure) -> Value {
    guard case .list(let parts) = syntax.kind else {
      let value = try self.value(syntax)
      // `float4 p = 0` of Metal is a splat. The elements of an array are splatted too, but not the array.
      return value
    }
    return try list(parts, of: type, syntax.location)
  }

  private func list(_ parts: [ExpressionSyntax], of type: Type, _ location: SourceLocation) throws(CompileFailure)
    -> Value
  {
    let types: [Type]
    switch type {
    case .array(let element, let count): types = Array(repeating: element, count: count)
    case .structure(let number): types = unit.structures[number].fields.map(\.type)
    case .scalar, .vector, .matrix:
      guard !parts.isEmpty else { return zero(type, at: location) }
      if case .scalar = type, parts.count == 1 { return try converted(initial(parts[0], of: type), to: type) }
      return try construction(type, parts, location)
    default: throw fail("\(spelled(type)) cannot be initialised with a list", at: location, allowed: "a value")
    }
    guard parts.count <= types.count else {
      throw fail("\(parts.count) values for \(spelled(type))", at: location, allowed: "at most \(types.count)")
    }
    var values: [Value] = []
    for (part, type) in zip(parts, types) { values.append(try converted(initial(part, of: type), to: type)) }
    // Elements that the list omits are zero.
    for type in types.dropFirst(parts.count) { values.append(zero(type, at: location)) }
    return Value(kind: .construct(values), type: type, location: location)
  }

  /// `T(a, b)` and `T{a, b}`
  func constructed(_ type: TypeSyntax, _ parts: [ExpressionSyntax], _ location: SourceLocation) throws(CompileFailure)
    -> Value
  {
    let named = type.named.type
    guard !named.isOpaque, named != .void else {
      throw fail("\(type.spelling) cannot be constructed", at: location, allowed: "a parameter of this type")
    }
    if case .structure = named { return try list(parts, of: named, location) }
    guard !parts.isEmpty else {
      guard language == .metal else { throw fail("\(spelled(named))() has no value", at: location, allowed: "numbers") }
      return zero(named, at: location)
    }
    return try construction(named, parts, location)
  }

  /// Returns a scalar, a vector or a matrix constructed from these parts.
  private func construction(_ type: Type, _ parts: [ExpressionSyntax], _ location: SourceLocation)
    throws(CompileFailure) -> Value
  {
    var values: [Value] = []
    for part in parts { values.append(try value(part)) }
    func wrong(_ allowed: String) -> CompileFailure {
      fail(
        "\(spelled(type)) of \(values.map { spelled($0.type) }.joined(separator: ", "))", at: location, allowed: allowed
      )
    }
    guard values.allSatisfy({ $0.type.scalar != nil || $0.type.isMatrix }) else { throw wrong("numbers") }
    if case .matrix(let columns, let rows) = type { return try matrix(columns, rows, values, location, wrong) }
    guard let scalar = type.scalar, let count = type.width else { throw wrong("numbers") }
    guard values.allSatisfy({ $0.type.scalar != nil }) else { throw wrong("a column of the matrix") }
    let componentCount = values.reduce(0) { $0 + $1.type.width! }
    let converted = values.map { cast($0, to: scalar) }
    func result(_ kind: Value.Kind) -> Value { Value(kind: kind, type: type, location: location) }
    if count == 1 {
      // GLSL takes the first component of a vector.
      guard componentCount == 1 || language == .coreImage, values.count == 1 else { throw wrong("one number") }
      return componentCount == 1 ? converted[0] : result(.swizzle(converted[0], "x"))
    }
    if values.count == 1, componentCount == 1 { return result(.construct(converted)) }
    if values.count == 1, componentCount == count { return converted[0] }
    // GLSL ignores the excess components of the last part.
    let isEnough =
      componentCount == count
      || language == .coreImage && componentCount > count && componentCount - values.last!.type.width! < count
    guard isEnough else { throw wrong("\(count) components, or one number for all") }
    return result(.construct(converted))
  }

  private func matrix(
    _ columns: Int, _ rows: Int, _ values: [Value], _ location: SourceLocation, _ wrong: (String) -> CompileFailure
  ) throws(CompileFailure) -> Value {
    let type = Type.matrix(columns, rows)
    if values.count == 1 {
      if values[0].type == type { return values[0] }
      guard values[0].type.width == 1 || values[0].type.isMatrix && language == .coreImage else {
        throw wrong("columns, or one number for the diagonal")
      }
      return Value(kind: .construct([cast(values[0], to: .float)]), type: type, location: location)
    }
    let areColumns = values.count == columns && values.allSatisfy { $0.type.width == rows && rows > 1 }
    let areScalars = values.count == columns * rows && values.allSatisfy { $0.type.width == 1 }
    let fill = language == .coreImage && values.reduce(0) { $0 + ($1.type.width ?? 99) } == columns * rows
    guard areColumns || areScalars || fill else { throw wrong("\(columns) columns of \(rows), or all numbers") }
    return Value(kind: .construct(values.map { cast($0, to: .float) }), type: type, location: location)
  }

  /// `(T)a` and `static_cast<T>(a)`
  func cast(_ value: Value, to type: TypeSyntax, _ location: SourceLocation) throws(CompileFailure) -> Value {
    let named = type.named.type
    if value.type == named { return value }
    guard let scalar = named.scalar, let count = named.width, let width = value.type.width, width == 1 || width == count
    else {
      throw fail("\(spelled(value.type)) as \(type.spelling)", at: location, allowed: "numbers of the same count")
    }
    let one = cast(value, to: scalar)
    return width == count ? one : Value(kind: .construct([one]), type: named, location: location)
  }

  /// `as_type<T>(a)`: the same bits.
  func bitCast(_ value: Value, to type: TypeSyntax, _ location: SourceLocation) throws(CompileFailure) -> Value {
    let named = type.named.type
    guard let to = named.scalar, let from = value.type.scalar, named.width == value.type.width, to != .bool,
      from != .bool, type.named.storage.byteCount == 4
    else {
      throw fail(
        "as_type from \(spelled(value.type)) to \(type.spelling)", at: location, allowed: "types of 32 bits, one count")
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
    return Value(kind: .builtin(name, [value]), type: named, location: location)
  }
}
