/// A constant.
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

/// An operation on a sampler.
enum ImageOperation: Hashable, Sendable {
  /// The colour at a point of the sampler's space.
  case sample
  /// Transforms a point of working space to the sampler's space.
  case transform
  /// The position of the output pixel, in the sampler's space.
  case coord
  case extent
  case origin
  case size
  /// A component of the four pixels around a point.
  case gather(Int)
}

/// A checked expression: names are resolved, and values have types. Each conversion is an explicit value, so that the
/// printer does not depend on the conversion rules of GLSL.
struct Value: Sendable {
  indirect enum Kind: Sendable {
    case literal(Literal)
    /// A variable, by its index in the function.
    case variable(Int)
    /// A global constant, by index.
    case constant(Int)
    case prefix(String, Value)
    /// An operator that GLSL has for exactly these operand types.
    case infix(String, Value, Value)
    /// A function of GLSL or of the prelude (`ci_…`), or a template in which `$0` is the first argument.
    case builtin(String, [Value])
    /// A constructor of the value's type.
    case construct([Value])
    case swizzle(Value, String)
    case element(Value, Value)
    case field(Value, Int)
    /// A call of a function, by index.
    case call(Int, [Value])
    case conditional(Value, Value, Value)
    /// An assignment, with an operator that GLSL has for exactly these operand types, or none.
    case assign(String, Value, Value)
    case step(Value, isIncrement: Bool, isPostfix: Bool)
    case sequence(Value, Value)
    /// An operation on the sampler in a variable.
    case image(ImageOperation, Int, [Value])
    /// The centre of the output pixel, or of the first pixel of its block.
    case position
    case groupWrite([Value])
    /// An element of the data parameter in a variable: the variable, and the index of the element.
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

  /// The operands of this value, in the order of evaluation.
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

  /// Whether evaluation changes a variable, or calls a function that could.
  var hasEffects: Bool {
    switch kind {
    case .assign, .step, .groupWrite, .call: true
    default: parts.contains(where: \.hasEffects)
    }
  }

  /// Calls `visit` with this value and all its operands, recursively.
  func visitAll(_ visit: (Value) -> Void) {
    visit(self)
    for part in parts { part.visitAll(visit) }
  }
}
