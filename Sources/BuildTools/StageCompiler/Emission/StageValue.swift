/// A component of a value in C: a vector of pixels, or a uniform scalar.
struct StageValue {
  /// A name, or a literal.
  var text: String
  var kind: Kind
  /// Whether all pixels have the same value.
  var isUniform: Bool
  /// The value of a constant float.
  var constant: Float?
  /// The value of a constant bool.
  var truth: Bool?
  /// Set if this is the column of the pixel itself plus a uniform offset.
  var column: Column?
  var origin: Origin = []

  /// The dependencies of a value that make reads differ between rows or images.
  struct Origin: OptionSet {
    let rawValue: UInt8
    /// The row of the pixels.
    static let row = Origin(rawValue: 1)
    /// Sampled values.
    static let samples = Origin(rawValue: 2)
  }

  struct Column {
    /// The C expression of the offset; nil for none.
    var offset: String?
  }

  static func uniform(_ text: String, _ kind: Kind, origin: Origin = []) -> StageValue {
    StageValue(text: text, kind: kind, isUniform: true, origin: origin)
  }
  static func varying(_ text: String, _ kind: Kind, origin: Origin = []) -> StageValue {
    StageValue(text: text, kind: kind, isUniform: false, origin: origin)
  }

  static func float(_ number: Float) -> StageValue {
    StageValue(text: literal(number), kind: .float, isUniform: true, constant: number)
  }

  static func truth(_ isTrue: Bool) -> StageValue {
    var value = StageValue.uniform(isTrue ? "1" : "0", .bool)
    value.truth = isTrue
    return value
  }

  /// Creates a constant of a module.
  init(bits: UInt32, _ kind: Kind) {
    switch kind {
    case .float: self = .float(Float(bitPattern: bits))
    case .uint: self = .uniform("\(bits)u", .uint)
    case .bool: self = .truth(bits != 0)
    // Only sums have a constant as their initial value, and it is 0.
    case .pixel: self = .varying("((P)(\(bits)))", .pixel)
    case .int where bits == 1 << 31: self = .uniform("(-2147483647 - 1)", .int)
    case .int: self = .uniform("(\(Int32(bitPattern: bits)))", .int)
    }
  }

  init(
    text: String, kind: Kind, isUniform: Bool, constant: Float? = nil, column: Column? = nil, origin: Origin = []
  ) {
    (self.text, self.kind, self.isUniform) = (text, kind, isUniform)
    (self.constant, self.column, self.origin) = (constant, column, origin)
  }

  /// The value as a vector.
  var vector: String {
    if !isUniform { return text }
    return kind == .bool ? "MASK(\(text))" : "((\(kind.vectorType))(\(text)))"
  }

  /// Returns an exact literal, in C's hexadecimal form.
  private static func literal(_ number: Float) -> String {
    if number.isNaN { return "NOT_A_NUMBER" }
    if number.isInfinite { return number > 0 ? "INFINITE" : "(-INFINITE)" }
    let bits = number.bitPattern
    let (exponent, fraction) = (Int(bits >> 23 & 0xff), (bits & 0x7f_ffff) << 1)
    let digits = String(fraction, radix: 16)
    let hexadecimal = String(repeating: "0", count: 6 - digits.count) + digits
    let power = exponent == 0 ? (fraction == 0 ? 0 : -126) : exponent - 127
    return "(\(bits >> 31 == 1 ? "-" : "")0x\(exponent == 0 ? 0 : 1).\(hexadecimal)p\(power)f)"
  }
}

extension Kind {
  /// The scalar type in C. A bool is 0 or 1.
  var scalarType: String {
    switch self {
    case .pixel: vectorType
    case .float: "float"
    case .int, .bool: "int"
    case .uint: "unsigned"
    }
  }

  /// The vector type in C. A bool is 0 or -1.
  var vectorType: String {
    switch self {
    case .pixel: "P"
    case .float: "F"
    case .int, .bool: "I"
    case .uint: "U"
    }
  }

  /// The letter of the kind in the names of the runtime's functions.
  var letter: String {
    switch self {
    case .float: "f"
    case .int: "i"
    case .uint: "u"
    case .bool: "b"
    case .pixel: "p"
    }
  }
}
