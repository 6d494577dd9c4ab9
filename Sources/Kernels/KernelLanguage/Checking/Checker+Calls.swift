extension Checker {
  /// Returns a call by name: of a function of the source, of a Core Image function that reads images, or of a built-in.
  func call(_ name: String, _ syntax: [ExpressionSyntax], _ location: SourceLocation) throws(CompileFailure) -> Value {
    var values: [Value] = []
    for argument in syntax { values.append(try value(argument)) }
    let own = functionIndices[name] ?? []
    if let number = try best(own, for: values, name, location) { return try call(number, values, syntax, location) }
    if let value = try imageCall(name, values, location) { return value }
    if language == .metal, let value = try twoResults(name, values, syntax, location) { return value }
    let rows = builtins[name]
    for row in rows {
      if let value = try built(row, values, location) { return value }
    }
    let types = values.map { spelled($0.type) }.joined(separator: ", ")
    if let first = own.first {
      let function = unit.functions[first]
      let expected = function.parameters.map { spelled($0.type) }.joined(separator: ", ")
      throw fail(
        "'\(name)' does not accept (\(types))", at: location, allowed: "\(name)(\(expected))",
        notes: [reporter.note("declared here", at: function.location)])
    }
    if !rows.isEmpty {
      throw fail(
        "'\(name)' does not accept (\(types))", at: location, allowed: rows.map(\.usage).joined(separator: " or "))
    }
    throw unknownFunction(name, location)
  }

  private func unknownFunction(_ name: String, _ location: SourceLocation) -> CompileFailure {
    let refusals = language == .metal ? BuiltinRow.metalRefusals : BuiltinRow.coreImageRefusals
    if let (message, allowed) = refusals[name] { return fail(message, at: location, allowed: allowed) }
    let nearest = nearestName(to: name, in: builtins.names + Array(functionIndices.keys))
    return fail(
      "unknown type or function name: '\(name)'", at: location, allowed: nearest.map { "did you mean '\($0)'?" })
  }

  // MARK: Functions of the source

  /// Returns the overload that needs the fewest conversions, or nil if none matches.
  private func best(
    _ candidates: [Int], for values: [Value], _ name: String, _ location: SourceLocation
  ) throws(CompileFailure) -> Int? {
    var best: (number: Int, cost: Int)?
    var isTie = false
    for number in candidates {
      let parameters = unit.functions[number].parameters
      guard parameters.count == values.count else { continue }
      var total: Int? = 0
      for (parameter, value) in zip(parameters, values) {
        let cost =
          parameter.passing == .reference && !parameter.type.isOpaque
          ? (parameter.type == value.type ? 0 : nil) : cost(from: value.type, to: parameter.type)
        total = cost.flatMap { cost in total.map { $0 + cost } }
      }
      guard let total else { continue }
      isTie = best?.cost == total
      if total < best?.cost ?? .max { best = (number, total) }
    }
    guard !isTie else {
      throw fail(
        "this call of '\(name)' matches two functions equally well", at: location, allowed: "arguments of exact types")
    }
    return best?.number
  }

  private func call(
    _ number: Int, _ values: [Value], _ syntax: [ExpressionSyntax], _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    let function = unit.functions[number]
    guard function.isDefined else {
      throw fail(
        "'\(function.name)' has no body", at: location, allowed: "a definition in the same text",
        notes: [reporter.note("declared here", at: function.location)])
    }
    var arguments: [Value] = []
    for (index, parameter) in function.parameters.enumerated() {
      if parameter.type.isOpaque {
        guard case .variable = values[index].kind else {
          throw fail("\(spelled(parameter.type)): pass a parameter", at: values[index].location)
        }
        arguments.append(values[index])
      } else if parameter.passing == .reference {
        arguments.append(try target(syntax[index]))
      } else {
        arguments.append(try converted(values[index], to: parameter.type))
      }
    }
    return Value(kind: .call(number, arguments), type: function.result, location: location)
  }

  // MARK: Functions of the language

  /// Returns the call of a built-in function, or nil if the values do not match its parameters.
  private func built(_ row: BuiltinRow, _ values: [Value], _ location: SourceLocation) throws(CompileFailure) -> Value?
  {
    guard row.parameters.count == values.count else { return nil }
    let generic = zip(row.parameters, values).filter { $0.0.isGeneric }
    var width = 1
    for (_, value) in generic {
      guard let own = value.type.width else { return nil }
      width = max(width, own)
    }
    guard generic.allSatisfy({ $0.1.type.width == 1 || $0.1.type.width == width }) else { return nil }
    // The common scalar type of the generic arguments.
    let numbers = generic.filter { $0.0 == .numbers || $0.0 == .integers }.map(\.1.type)
    var scalar = Scalar.int
    for type in numbers {
      guard let one = type.scalar, one != .bool || language == .metal else { return nil }
      scalar = Scalar(rawValue: max(scalar.rawValue, one.rawValue))!
    }
    var arguments: [Value] = []
    for (pattern, value) in zip(row.parameters, values) {
      guard let type = pattern.type(width: width, scalar: scalar, value.type), fits(value, type, pattern) else {
        return nil
      }
      let one = type.isMatrix ? value : cast(value, to: type.scalar!)
      arguments.append(
        one.type == type ? one : Value(kind: .construct([one]), type: type, location: value.location))
    }
    guard let result = row.result.type(width: width, scalar: scalar, arguments[0].type) else { return nil }
    // `any` and `all` of one bool are that bool.
    if row.result == .bool, width == 1 { return arguments[0] }
    return Value(kind: .builtin(row.glsl, arguments), type: result, location: location)
  }

  private func fits(_ value: Value, _ type: Type, _ pattern: BuiltinRow.Pattern) -> Bool {
    if type.isMatrix { return value.type == type }
    guard let from = value.type.scalar, let to = type.scalar, let width = value.type.width else { return false }
    guard width == type.width || width == 1 else { return false }
    if to == .bool { return from == .bool || language == .metal && width == 1 }
    if from == .bool { return language == .metal && width == 1 }
    if pattern == .integers { return from != .float }
    return true
  }
}

extension BuiltinRow.Pattern {
  /// Returns the type of the set for a width and a scalar type, or nil if the set has no such type.
  func type(width: Int, scalar: Scalar, _ own: Type) -> Type? {
    switch self {
    case .floats: .floats(width)
    case .numbers: .components(scalar, width)
    case .integers: scalar == .float ? nil : .components(scalar, width)
    case .bools: .components(.bool, width)
    case .vector: width > 1 ? .floats(width) : nil
    case .color: width > 2 ? .floats(width) : nil
    case .matrix: own.isMatrix ? own : nil
    case .float: .float
    case .float2: .floats(2)
    case .float3: .floats(3)
    case .float4: .floats(4)
    case .bool: .bool
    }
  }

  fileprivate var usage: String {
    switch self {
    case .floats: "float or vector"
    case .numbers: "number or vector"
    case .integers: "integer or vector"
    case .bools: "bool vector"
    case .vector: "vector"
    case .color: "three or four floats"
    case .matrix: "matrix"
    case .float: "float"
    case .float2: "two floats"
    case .float3: "three floats"
    case .float4: "four floats"
    case .bool: "bool"
    }
  }
}

extension BuiltinRow {
  fileprivate var usage: String { "\(name)(\(parameters.map(\.usage).joined(separator: ", ")))" }
}
