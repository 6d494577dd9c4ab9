extension Type {
  /// Returns the type as GLSL spells it. Structs have their printed names.
  func glsl(_ structures: [Structure]) -> String {
    switch self {
    case .void: "void"
    case .scalar(let scalar): "\(scalar)"
    case .vector(let scalar, let count): ["b", "i", "u", ""][scalar.rawValue] + "vec\(count)"
    case .matrix(let columns, let rows): columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
    case .array(let element, let count): element.arrayElement.glsl(structures) + "[\(count)]" + element.arraySizes
    case .structure(let number): "s\(number)_\(identifier(structures[number].name))"
    // Opaque types are never printed.
    case .sampler, .destination, .groupDestination, .data: "void"
    }
  }

  private var arrayElement: Type {
    if case .array(let element, _) = self { element.arrayElement } else { self }
  }

  private var arraySizes: String {
    if case .array(let element, let count) = self { "[\(count)]" + element.arraySizes } else { "" }
  }

  /// Whether arithmetic on the type can be `precise`.
  var isFloating: Bool { scalar == .float || isMatrix }
}

/// Returns a name that GLSL accepts: without double underscores, and without underscores at the ends.
func identifier(_ name: String) -> String {
  let parts = name.split(separator: "_")
  return parts.isEmpty ? "x" : parts.joined(separator: "_")
}

extension Literal {
  var glsl: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(.min): "(-2147483647 - 1)"
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)u"
    case .float(let value) where value.isNaN: "uintBitsToFloat(0x7fc00000u)"
    case .float(let value) where value.isInfinite: "uintBitsToFloat(\(value < 0 ? "0xff800000u" : "0x7f800000u"))"
    case .float(let value): "\(value)"
    }
  }
}
