extension Checker {
  /// Returns a call of a Core Image function that reads an image or a position; nil for other names.
  func imageCall(_ name: String, _ values: [Value], _ location: SourceLocation) throws(CompileFailure) -> Value? {
    if name == "destCoord", language == .coreImage {
      guard values.isEmpty else { throw fail("destCoord takes no arguments", at: location, allowed: "destCoord()") }
      return Value(kind: .position, type: .floats(2), location: location)
    }
    guard let operation = Self.imageFunctions[name] else { return nil }
    guard let first = values.first else {
      throw fail("'\(name)' needs an image", at: location, allowed: "\(name)(src\(operation.takesPoint ? ", p" : ""))")
    }
    guard case .variable(let number) = first.kind, first.type == .sampler else {
      throw fail(
        "parameter has unexpected type '\(spelled(first.type))' (should be a sampler type)", at: first.location,
        allowed: "a parameter of type \(spelled(.sampler))")
    }
    return try image(operation, number, name, Array(values.dropFirst()), location)
  }

  private static let imageFunctions: [String: ImageOperation] = [
    "sample": .sample, "samplerTransform": .transform, "samplerCoord": .coord, "samplerExtent": .extent,
    "samplerOrigin": .origin, "samplerSize": .size,
  ]

  private static let samplerMembers: [String: ImageOperation] = [
    "sample": .sample, "transform": .transform, "coord": .coord, "extent": .extent, "origin": .origin, "size": .size,
    "gatherX": .gather(0), "gatherY": .gather(1), "gatherZ": .gather(2), "gatherW": .gather(3),
    "gatherX_unordered": .gather(0), "gatherY_unordered": .gather(1), "gatherZ_unordered": .gather(2),
    "gatherW_unordered": .gather(3),
  ]

  private func image(
    _ operation: ImageOperation, _ variable: Int, _ name: String, _ arguments: [Value], _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    guard arguments.count == (operation.takesPoint ? 1 : 0) else {
      throw fail(
        "'\(name)' has \(arguments.count) arguments in addition to the image", at: location,
        allowed: operation.takesPoint ? "one point" : "none")
    }
    var points: [Value] = []
    for argument in arguments { points.append(try converted(argument, to: .floats(2))) }
    return Value(kind: .image(operation, variable, points), type: operation.type, location: location)
  }

  /// Returns a method call, `base.name(…)`. Only samplers and destinations have methods.
  func method(
    _ base: ExpressionSyntax, _ name: String, _ syntax: [ExpressionSyntax], _ location: SourceLocation
  ) throws(CompileFailure) -> Value {
    let base = try value(base)
    var values: [Value] = []
    for argument in syntax { values.append(try value(argument)) }
    guard language == .metal, case .variable(let number) = base.kind, base.type.isOpaque else {
      throw fail("\(spelled(base.type)) has no function '\(name)'", at: location, allowed: "members without brackets")
    }
    switch base.type {
    case .sampler:
      guard let operation = Self.samplerMembers[name] else {
        throw fail(
          "a sampler has no function '\(name)'", at: location,
          allowed: "sample, transform, coord, extent, origin, size, gatherX, gatherY, gatherZ, gatherW")
      }
      return try image(operation, number, name, values, location)
    case .destination, .groupDestination:
      if name == "coord", values.isEmpty { return Value(kind: .position, type: .floats(2), location: location) }
      guard name == "write", base.type == .groupDestination else {
        throw fail("a destination has no function '\(name)'", at: location, allowed: "coord()")
      }
      guard values.count == 4 else {
        throw fail("write takes the four pixels of a block", at: location, allowed: "write(v0, v1, v2, v3)")
      }
      var pixels: [Value] = []
      for value in values { pixels.append(try converted(value, to: .floats(4))) }
      return Value(kind: .groupWrite(pixels), type: .void, location: location)
    default: throw fail("\(spelled(base.type)) has no function '\(name)'", at: location, allowed: "p[i]")
    }
  }
}

extension ImageOperation {
  var takesPoint: Bool {
    switch self {
    case .sample, .transform, .gather: true
    case .coord, .extent, .origin, .size: false
    }
  }

  var type: Type {
    switch self {
    case .sample, .extent, .gather: .floats(4)
    case .transform, .coord, .origin, .size: .floats(2)
    }
  }
}
