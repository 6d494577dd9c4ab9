extension Type {
  /// The type as GLSL spells it; structs by their printed names.
  func glsl(_ structures: [Structure]) -> String {
    switch self {
    case .void: "void"
    case .scalar(let scalar): "\(scalar)"
    case .vector(let scalar, let count): ["b", "i", "u", ""][scalar.rawValue] + "vec\(count)"
    case .matrix(let columns, let rows): columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
    case .array(let element, let count): element.arrayElement.glsl(structures) + "[\(count)]" + element.arraySizes
    case .structure(let number): "s\(number)_\(identifier(structures[number].name))"
    // These are no values: nothing of them is printed.
    case .sampler, .destination, .groupDestination, .data: "void"
    }
  }

  private var arrayElement: Type {
    if case .array(let element, _) = self { element.arrayElement } else { self }
  }

  private var arraySizes: String {
    if case .array(let element, let count) = self { "[\(count)]" + element.arraySizes } else { "" }
  }

  /// True for what arithmetic on floats gives, so that it can be `precise`.
  var isFloating: Bool { scalar == .float || isMatrix }
}

/// A name as GLSL takes it: no double underscores, none at the ends.
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
