/// One number of a value, as the C text has it: a vector of pixels, or one number that all pixels share.
struct Value {
  /// A name, or a literal.
  var text: String
  var kind: Kind
  /// True where all pixels have the same.
  var isUniform: Bool
  /// A float that is known while C is written.
  var constant: Float?
  /// Set where this is the column of the pixel itself, moved by the same for all pixels.
  var column: Column?

  struct Column {
    /// The C text of the move; nil where there is none.
    var offset: String?
  }

  static func uniform(_ text: String, _ kind: Kind) -> Value { Value(text: text, kind: kind, isUniform: true) }
  static func varying(_ text: String, _ kind: Kind) -> Value { Value(text: text, kind: kind, isUniform: false) }

  static func float(_ number: Float) -> Value {
    Value(text: literal(number), kind: .float, isUniform: true, constant: number)
  }

  /// A constant of a module.
  init(bits: UInt32, _ kind: Kind) {
    switch kind {
    case .float: self = .float(Float(bitPattern: bits))
    case .uint: self = .uniform("\(bits)u", .uint)
    case .bool: self = .uniform(bits == 0 ? "0" : "1", .bool)
    case .int where bits == 1 << 31: self = .uniform("(-2147483647 - 1)", .int)
    case .int: self = .uniform("(\(Int32(bitPattern: bits)))", .int)
    }
  }

  init(text: String, kind: Kind, isUniform: Bool, constant: Float? = nil, column: Column? = nil) {
    (self.text, self.kind, self.isUniform) = (text, kind, isUniform)
    (self.constant, self.column) = (constant, column)
  }

  /// The same as a vector.
  var vector: String {
    if !isUniform { return text }
    return kind == .bool ? "MASK(\(text))" : "((\(kind.vectorType))(\(text)))"
  }

  /// Exact: C's hexadecimal form.
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
  /// One number in C. A truth is 0 or 1.
  var scalarType: String {
    switch self {
    case .float: "float"
    case .int, .bool: "int"
    case .uint: "unsigned"
    }
  }

  /// A vector of pixels in C. A truth is 0 or -1.
  var vectorType: String {
    switch self {
    case .float: "F"
    case .int, .bool: "I"
    case .uint: "U"
    }
  }

  /// The letter in the names of the runtime's functions.
  var letter: String {
    switch self {
    case .float: "f"
    case .int: "i"
    case .uint: "u"
    case .bool: "b"
    }
  }
}
