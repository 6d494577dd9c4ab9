/// A function of a language: what it takes, and how GLSL says it.
struct BuiltinRow: Sendable {
  var name: String
  /// A letter for each parameter: see `Pattern`.
  var parameters: [Pattern]
  var result: Pattern
  /// A function of GLSL, one of the prelude (`ci_…`), or a text in which `$0` stands for the first argument.
  var glsl: String

  /// A set of types. Letters of one row that stand for several types stand for vectors of one size.
  enum Pattern: Character, Sendable {
    /// One to four floats.
    case floats = "F"
    /// One to four numbers of any kind.
    case numbers = "N"
    /// One to four integers.
    case integers = "I"
    case bools = "B"
    /// Two to four floats or numbers.
    case vector = "V"
    /// Three or four floats.
    case color = "C"
    case matrix = "M"
    case float = "1"
    case float2 = "2"
    case float3 = "3"
    case float4 = "4"
    case bool = "b"

    /// True where the argument's own size counts.
    var isGeneric: Bool {
      switch self {
      case .floats, .numbers, .integers, .bools, .vector, .color: true
      default: false
      }
    }
  }

  /// `signature` is for example `FF1 F`.
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
