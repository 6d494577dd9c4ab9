/// A constant number.
enum Literal: Hashable, Sendable {
  case bool(Bool)
  case int(Int32)
  case uint(UInt32)
  case float(Float)

  var type: Type {
    switch self {
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .float: .float
    }
  }
}

/// What a sampler is asked for.
enum ImageOperation: Hashable, Sendable {
  /// The colour at a point of its space.
  case sample
  /// From working space to its space.
  case transform
  /// The place of the pixel that is made, in its space.
  case coord
  case extent
  case origin
  case size
  /// One component of the four pixels around a point.
  case gather(Int)
}

/// An expression whose types are known and whose names are found. Nothing is converted silently: each conversion is a
/// value of its own, so that the printer relies on no rule of GLSL.
struct Value: Sendable {
  indirect enum Kind: Sendable {
    case literal(Literal)
    /// By its number in the function.
    case variable(Int)
    /// A constant of the file, by number.
    case constant(Int)
    case prefix(String, Value)
    /// An operator that GLSL has for just these operands.
    case infix(String, Value, Value)
    /// A function of GLSL or of the prelude (`ci_…`), or a text in which `$0` stands for the first argument.
    case builtin(String, [Value])
    /// The value's type made of these: a constructor of GLSL.
    case construct([Value])
    case swizzle(Value, String)
    case element(Value, Value)
    case field(Value, Int)
    /// A function of the file, by number.
    case call(Int, [Value])
    case conditional(Value, Value, Value)
    /// With an operator that GLSL has for just these operands, or none.
    case assign(String, Value, Value)
    case step(Value, isIncrement: Bool, isPostfix: Bool)
    case sequence(Value, Value)
    /// What the sampler in a variable is asked for.
    case image(ImageOperation, Int, [Value])
    /// The centre of the pixel that is made, or of the first of its block.
    case position
    case groupWrite([Value])
    /// Element `index` of the bytes in a variable.
    case data(Int, Value)
  }

  var kind: Kind
  var type: Type
  var location: SourceLocation

  var literal: Literal? {
    if case .literal(let literal) = kind { literal } else { nil }
  }

  var integer: Int? {
    switch literal {
    case .int(let value): Int(value)
    case .uint(let value): Int(value)
    default: nil
    }
  }

  /// The values that this one is made of, in the order in which they are computed.
  var parts: [Value] {
    switch kind {
    case .literal, .variable, .constant, .position: []
    case .prefix(_, let value), .swizzle(let value, _), .field(let value, _), .data(_, let value): [value]
    case .step(let value, _, _): [value]
    case .infix(_, let a, let b), .element(let a, let b), .assign(_, let a, let b), .sequence(let a, let b): [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .builtin(_, let values), .construct(let values), .call(_, let values), .groupWrite(let values): values
    case .image(_, _, let values): values
    }
  }

  /// The variable that an assignment to this value changes.
  var assignedVariable: Int? {
    var value = self
    while true {
      switch value.kind {
      case .variable(let index): return index
      case .swizzle(let base, _), .element(let base, _), .field(let base, _): value = base
      default: return nil
      }
    }
  }

  /// True when computing it changes a variable, or calls what could.
  var hasEffects: Bool {
    switch kind {
    case .assign, .step, .groupWrite, .call: true
    default: parts.contains(where: \.hasEffects)
    }
  }

  /// Calls `visit` with this value and all that it is made of.
  func visitAll(_ visit: (Value) -> Void) {
    visit(self)
    for part in parts { part.visitAll(visit) }
  }
}
