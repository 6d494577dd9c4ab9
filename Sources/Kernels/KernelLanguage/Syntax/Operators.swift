/// A binary operator, as it is spelled.
enum BinaryOperator: String, Sendable {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case less = "<"
  case lessEqual = "<="
  case greater = ">"
  case greaterEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case bitAnd = "&"
  case bitXor = "^"
  case bitOr = "|"
  case and = "&&"
  case xor = "^^"
  case or = "||"

  /// The precedence: higher levels bind tighter. It is that of C, which GLSL and Metal share.
  var level: Int {
    switch self {
    case .multiply, .divide, .remainder: 11
    case .add, .subtract: 10
    case .shiftLeft, .shiftRight: 9
    case .less, .lessEqual, .greater, .greaterEqual: 8
    case .equal, .notEqual: 7
    case .bitAnd: 6
    case .bitXor: 5
    case .bitOr: 4
    case .and: 3
    case .xor: 2
    case .or: 1
    }
  }

  var isComparison: Bool { level == 7 || level == 8 }
  var isLogical: Bool { level <= 3 }
  var isBitwise: Bool { (4...6).contains(level) || isShift || self == .remainder }
  var isShift: Bool { level == 9 }
}

/// A unary prefix operator.
enum UnaryOperator: String, Sendable {
  case plus = "+"
  case minus = "-"
  case not = "!"
  case complement = "~"
}
