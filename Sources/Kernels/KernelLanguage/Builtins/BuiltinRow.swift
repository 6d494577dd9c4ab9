/// A function of a kernel language: its parameter types, and its GLSL form.
struct BuiltinRow: Sendable {
  var name: String
  /// A pattern for each parameter.
  var parameters: [Pattern]
  var result: Pattern
  /// A function of GLSL, a function of the prelude (`ci_…`), or a template in which `$0` is the first argument.
  var glsl: String

  /// A set of types. All generic patterns of one row must have vectors of the same size.
  enum Pattern: Character, Sendable {
    /// A float, or a vector of two to four floats.
    case floats = "F"
    /// A scalar or a vector of any numeric type.
    case numbers = "N"
    /// An integer, or a vector of two to four integers.
    case integers = "I"
    case bools = "B"
    /// A vector of two to four floats.
    case vector = "V"
    /// Three or four floats.
    case color = "C"
    case matrix = "M"
    case float = "1"
    case float2 = "2"
    case float3 = "3"
    case float4 = "4"
    case bool = "b"

    /// Whether the size of the argument selects the type.
    var isGeneric: Bool {
      switch self {
      case .floats, .numbers, .integers, .bools, .vector, .color: true
      default: false
      }
    }
  }

  /// Creates a row. The signature lists patterns, for example `FF1 F`: the parameters, a space, the result.
  init(_ name: String, _ signature: StaticString, _ glsl: String? = nil) {
    let parts = signature.description.split(separator: " ")
    self.name = name
    parameters = parts.count > 1 ? parts[0].map { Pattern(rawValue: $0)! } : []
    result = Pattern(rawValue: parts.last!.first!)!
    self.glsl = glsl ?? name
  }
}

/// The functions of a language, by name.
struct BuiltinTable: Sendable {
  private let rows: [String: [BuiltinRow]]

  init(_ language: Language) {
    rows = Dictionary(
      grouping: BuiltinRow.shared + (language == .metal ? BuiltinRow.metal : BuiltinRow.coreImage), by: \.name)
  }

  subscript(name: String) -> [BuiltinRow] { rows[name] ?? [] }

  var names: [String] { rows.keys.sorted() }
}
