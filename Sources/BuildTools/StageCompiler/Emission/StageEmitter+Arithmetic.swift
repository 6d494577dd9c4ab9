import SPIRVInstructions

/// Arithmetic, component by component. Operations that are undefined in SPIR-V or in C are defined by the runtime's
/// functions, with the same result on all processors.
extension StageEmitter {
  func arithmetic(_ opcode: Opcode, _ kinds: [Kind], _ operands: [[StageValue]]) throws(StageError) -> [StageValue] {
    let kind = kinds.first ?? .float
    switch opcode {
    case .dot: return [dot(operands[0], operands[1])]
    // Of stored pixels, only a sum is scaled.
    case .vectorTimesScalar where kind == .pixel:
      sumScale = operands[1][0].text
      return operands[0]
    case .vectorTimesScalar: return operands[0].map { multiplied($0, operands[1][0]) }
    case .any, .all:
      return [
        operands[0].dropFirst().reduce(operands[0][0]) { a, b in
          operation(.bool, [a, b]) { "\($0[0]) \(opcode == .any ? "|" : "&") \($0[1])" }
        }
      ]
    case .select:
      return operands[1].indices.map { index in
        let condition = operands[0][operands[0].count > 1 ? index : 0]
        return selected(condition, operands[1][index], operands[2][index])
      }
    case .sNegate, .fNegate, .logicalNot, .not, .bitcast, .convertFToS, .convertFToU, .convertSToF, .convertUToF,
      .isNan, .isInf, .bitReverse, .bitCount:
      return try zip(operands[0], kinds).map { (operand, kind) throws(StageError) in try unary(opcode, kind, operand) }
    default:
      guard operands.count == 2, operands[0].count == operands[1].count else { throw unknown(opcode) }
      return try zip(operands[0], operands[1]).map { (a, b) throws(StageError) in try binary(opcode, kind, a, b) }
    }
  }

  private func unknown(_ opcode: Opcode) -> StageError {
    StageError("\(signature.name): \(opcode.text) is not supported in a stage")
  }

  func dot(_ a: [StageValue], _ b: [StageValue]) -> StageValue {
    let products = zip(a, b).map { multiplied($0, $1) }
    return products.dropFirst().reduce(products[0]) { added($0, $1) }
  }

  func selected(_ condition: StageValue, _ yes: StageValue, _ no: StageValue) -> StageValue {
    if let truth = condition.truth { return truth ? yes : no }
    guard condition.isUniform else {
      noteColumnValues(of: [condition, yes, no])
      return value(
        yes.kind, isUniform: false,
        "SELECT_\(yes.kind.letter)(\(condition.text), \(yes.vector), \(no.vector))",
        origin: [condition, yes, no].origin)
    }
    var result = operation(yes.kind, [yes, no]) { "\(condition.text) ? \($0[0]) : \($0[1])" }
    result.origin.formUnion(condition.origin)
    return result
  }

  private func unary(_ opcode: Opcode, _ kind: Kind, _ operand: StageValue) throws(StageError) -> StageValue {
    let prefix = operand.isUniform ? "s_" : "w_"
    switch opcode {
    case .fNegate: return operation(kind, [operand]) { "-\($0[0])" }
    case .sNegate: return cast(operation(.uint, [cast(operand, .uint)]) { "0u - \($0[0])" }, kind)
    case .logicalNot: return operation(.bool, [operand]) { operand.isUniform ? "!\($0[0])" : "~\($0[0])" }
    case .not: return operation(kind, [operand]) { "~\($0[0])" }
    case .bitcast: return cast(operand, kind)
    case .convertFToS: return operation(.int, [operand]) { "\(prefix)to_int(\($0[0]))" }
    case .convertFToU: return operation(.uint, [operand]) { "\(prefix)to_uint(\($0[0]))" }
    case .convertSToF, .convertUToF:
      return operation(.float, [operand]) {
        operand.isUniform ? "(float)\($0[0])" : "__builtin_convertvector(\($0[0]), F)"
      }
    case .isNan: return operation(.bool, [operand]) { "\($0[0]) != \($0[0])" }
    case .isInf: return operation(.bool, [operand]) { "\(prefix)fabs(\($0[0])) == INFINITE" }
    case .bitReverse, .bitCount:
      let name = opcode == .bitCount ? "bit_count" : "bit_reverse"
      return cast(operation(.uint, [cast(operand, .uint)]) { "\(prefix)\(name)(\($0[0]))" }, kind)
    default: throw unknown(opcode)
    }
  }

  private func binary(_ opcode: Opcode, _ kind: Kind, _ a: StageValue, _ b: StageValue) throws(StageError) -> StageValue
  {
    switch opcode {
    case .fAdd: return added(a, b)
    case .fSub:
      if b.constant == 0, b.constant?.sign == .plus { return a }
      let column = b.isUniform ? a.column.map { moved($0, by: b, "-") } : nil
      return operation(kind, [a, b], column: column) { "\($0[0]) - \($0[1])" }
    case .fMul: return multiplied(a, b)
    case .fDiv: return b.constant == 1 ? a : operation(kind, [a, b]) { "\($0[0]) / \($0[1])" }
    // Computed as unsigned: overflow wraps.
    case .iAdd, .iSub, .iMul:
      let sign = opcode == .iAdd ? "+" : opcode == .iSub ? "-" : "*"
      return cast(operation(.uint, [cast(a, .uint), cast(b, .uint)]) { "\($0[0]) \(sign) \($0[1])" }, kind)
    case .shiftLeftLogical, .shiftRightLogical, .shiftRightArithmetic:
      let type: Kind = opcode == .shiftRightArithmetic ? .int : .uint
      return cast(
        operation(type, [cast(a, type), cast(b, type)]) {
          "\($0[0]) \(opcode == .shiftLeftLogical ? "<<" : ">>") (\($0[1]) & 31)"
        }, kind)
    case .sDiv, .sRem, .sMod, .uDiv, .uMod, .fMod, .fRem:
      let name = String(describing: opcode)
      return operation(kind, [a, b]) { "\(a.isUniform && b.isUniform ? "s_" : "w_")\(name)(\($0[0]), \($0[1]))" }
    default: break
    }
    if let sign = Self.signs[opcode] {
      return operation(kind, [a, cast(b, a.kind)]) { "\($0[0]) \(sign) \($0[1])" }
    }
    if let sign = Self.negated[opcode] {
      let isUniform = a.isUniform && b.isUniform
      return operation(.bool, [a, b]) { "\(isUniform ? "!" : "~")(\($0[0]) \(sign) \($0[1]))" }
    }
    if let x = a.constant, let y = b.constant, let isTrue = Self.folded(opcode, x, y) { return .truth(isTrue) }
    if let sign = Self.comparisons[opcode] { return operation(.bool, [a, b]) { "\($0[0]) \(sign) \($0[1])" } }
    throw unknown(opcode)
  }

  private static let signs: [Opcode: String] = [
    .bitwiseOr: "|", .bitwiseXor: "^", .bitwiseAnd: "&", .logicalOr: "|", .logicalAnd: "&",
  ]

  private static let comparisons: [Opcode: String] = [
    .iEqual: "==", .iNotEqual: "!=", .logicalEqual: "==", .logicalNotEqual: "!=",
    .sGreaterThan: ">", .sGreaterThanEqual: ">=", .sLessThan: "<", .sLessThanEqual: "<=",
    .uGreaterThan: ">", .uGreaterThanEqual: ">=", .uLessThan: "<", .uLessThanEqual: "<=",
    .fOrdEqual: "==", .fUnordNotEqual: "!=", .fOrdNotEqual: "!=",
    .fOrdGreaterThan: ">", .fOrdGreaterThanEqual: ">=", .fOrdLessThan: "<", .fOrdLessThanEqual: "<=",
  ]

  /// Comparisons that are also true if an operand is NaN.
  private static let negated: [Opcode: String] = [
    .fUnordLessThan: ">=", .fUnordLessThanEqual: ">", .fUnordGreaterThan: "<=", .fUnordGreaterThanEqual: "<",
  ]

  // MARK: Constants

  private static func folded(_ opcode: Opcode, _ a: Float, _ b: Float) -> Bool? {
    switch opcode {
    case .fOrdEqual: a == b
    case .fOrdGreaterThan: a > b
    case .fOrdGreaterThanEqual: a >= b
    case .fOrdLessThan: a < b
    case .fOrdLessThanEqual: a <= b
    default: nil
    }
  }

  /// Returns a sum. Along an axis, adding 0 is omitted: coordinates are never -0.
  func added(_ a: StageValue, _ b: StageValue) -> StageValue {
    if form.axis != nil {
      if b.constant == 0 { return a }
      if a.constant == 0 { return b }
    }
    var column: StageValue.Column?
    if let other = a.column, b.isUniform { column = moved(other, by: b, "+") }
    if let other = b.column, a.isUniform { column = moved(other, by: a, "+") }
    return operation(a.kind, [a, b], column: column) { "\($0[0]) + \($0[1])" }
  }

  /// Returns a product. Along an axis, factors are finite, so a product with 0 is 0.
  func multiplied(_ a: StageValue, _ b: StageValue) -> StageValue {
    if b.constant == 1 { return a }
    if a.constant == 1 { return b }
    if form.axis != nil {
      if a.constant == 0 { return a }
      if b.constant == 0 { return b }
    }
    return operation(.float, [a, b]) { "\($0[0]) * \($0[1])" }
  }

  private func moved(_ column: StageValue.Column, by offset: StageValue, _ sign: String) -> StageValue.Column {
    StageValue.Column(offset: "\(column.offset ?? "0.0f") \(sign) \(offset.text)")
  }

  /// Returns the same bits as another kind of scalar.
  func cast(_ value: StageValue, _ kind: Kind) -> StageValue {
    if value.kind == kind { return value }
    let text =
      if !value.isUniform {
        "((\(kind.vectorType))\(value.text))"
      } else if value.kind != .float && kind != .float {
        "((\(kind.scalarType))\(value.text))"
      } else {
        "bits_\(value.kind.letter)\(kind.letter)(\(value.text))"
      }
    return StageValue(text: text, kind: kind, isUniform: value.isUniform, origin: value.origin)
  }

  // MARK: GLSL.std.450

  /// Source: SPIR-V Extended Instructions for GLSL 1.00, section 2.
  private static let extendedNames: [UInt32: String] = [
    1: "round", 2: "round_even", 3: "trunc", 4: "fabs", 5: "sabs", 6: "fsign", 7: "ssign", 8: "floor", 9: "ceil",
    10: "fract", 11: "radians", 12: "degrees", 13: "sin", 14: "cos", 15: "tan", 16: "asin", 17: "acos", 18: "atan",
    19: "sinh", 20: "cosh", 21: "tanh", 22: "asinh", 23: "acosh", 24: "atanh", 25: "atan2", 26: "pow", 27: "exp",
    28: "log", 29: "exp2", 30: "log2", 31: "sqrt",
    32: "rsqrt", 37: "fmin", 38: "umin", 39: "smin", 40: "fmax", 41: "umax", 42: "smax", 43: "fclamp", 44: "uclamp",
    45: "sclamp", 46: "fmix", 48: "step", 49: "smoothstep", 50: "fma", 53: "ldexp", 73: "find_lsb", 74: "find_smsb",
    75: "find_umsb", 79: "nmin", 80: "nmax", 81: "nclamp",
  ]

  func extended(_ number: ShaderID, _ operands: [[StageValue]]) throws(StageError) -> [StageValue] {
    if let result = geometric(number, operands) { return result }
    guard let name = Self.extendedNames[number] else {
      throw StageError("\(signature.name): instruction \(number) of GLSL.std.450 is not supported in a stage")
    }
    return operands[0].indices.map { index in
      // Bit searches have signed operands in C.
      let values = operands.map { (73...75).contains(number) ? cast($0[index], .int) : $0[index] }
      let prefix = values.allSatisfy(\.isUniform) ? "s_" : "w_"
      // Each component of a stored pixel is an unsigned integer.
      let type = values[0].kind == .pixel ? "p" : ""
      return operation(values[0].kind, values) { "\(prefix)\(type)\(name)(\($0.joined(separator: ", ")))" }
    }
  }
}
