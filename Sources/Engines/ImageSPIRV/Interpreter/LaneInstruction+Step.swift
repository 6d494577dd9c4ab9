import CStages

extension LaneInstruction {
  /// The instruction for native code.
  var step: LaneStep {
    LaneStep(
      operation: Int32(nativeOperation), number: number, count: count, result: result, a: a, b: b, c: c)
  }

  /// The native operation; LANE_OTHER for operations that only the interpreter executes.
  private var nativeOperation: Int {
    switch operation {
    case .move: LANE_MOVE
    case .fill: LANE_FILL
    case .moveLive: LANE_MOVE_LIVE
    case .addFloat: LANE_ADD
    case .subtractFloat: LANE_SUBTRACT
    case .multiplyFloat: LANE_MULTIPLY
    case .divideFloat: LANE_DIVIDE
    case .floorModulo: LANE_FLOOR_MODULO
    case .truncatedRemainder: LANE_TRUNCATED_REMAINDER
    case .scale: LANE_SCALE
    case .dot: LANE_DOT
    case .addInt: LANE_ADD_INT
    case .subtractInt: LANE_SUBTRACT_INT
    case .multiplyInt: LANE_MULTIPLY_INT
    case .divideSigned: LANE_DIVIDE_SIGNED
    case .divideUnsigned: LANE_DIVIDE_UNSIGNED
    case .moduloSigned: LANE_MODULO_SIGNED
    case .remainderSigned: LANE_REMAINDER_SIGNED
    case .moduloUnsigned: LANE_MODULO_UNSIGNED
    case .and: LANE_AND
    case .or: LANE_OR
    case .xor: LANE_XOR
    case .not: LANE_NOT
    case .shiftLeft: LANE_SHIFT_LEFT
    case .shiftRightSigned: LANE_SHIFT_RIGHT_SIGNED
    case .shiftRightUnsigned: LANE_SHIFT_RIGHT_UNSIGNED
    case .floatEqual: LANE_EQUAL
    case .floatNotEqual: LANE_NOT_EQUAL
    case .floatLess: LANE_LESS
    case .floatLessEqual: LANE_LESS_EQUAL
    case .floatNotLess: LANE_NOT_LESS
    case .floatNotLessEqual: LANE_NOT_LESS_EQUAL
    case .intEqual: LANE_EQUAL_INT
    case .signedLess: LANE_LESS_SIGNED
    case .signedLessEqual: LANE_LESS_EQUAL_SIGNED
    case .unsignedLess: LANE_LESS_UNSIGNED
    case .unsignedLessEqual: LANE_LESS_EQUAL_UNSIGNED
    case .select: LANE_SELECT
    case .selectWhole: LANE_SELECT_WHOLE
    case .any: LANE_ANY
    case .all: LANE_ALL
    case .isNaN: LANE_IS_NAN
    case .isInfinite: LANE_IS_INFINITE
    case .signedFromFloat: LANE_SIGNED
    case .unsignedFromFloat: LANE_UNSIGNED
    case .floatFromSigned: LANE_FLOAT_OF_SIGNED
    case .floatFromUnsigned: LANE_FLOAT_OF_UNSIGNED
    case .function: nativeFunction
    case .index, .loadAt, .storeAt, .choose, .loop, .leave, .wait, .rejoin, .enter, .match, .run, .call, .returnLanes,
      .read:
      LANE_OTHER
    }
  }

  private var nativeFunction: Int {
    switch Int(number) {
    case LaneFunctions.negate: LANE_NEGATE
    case LaneFunctions.negateInt: LANE_NEGATE_INT
    case LaneFunctions.reciprocal: LANE_RECIPROCAL
    case LaneFunctions.one: LANE_ONE
    default: LANE_FUNCTION
    }
  }
}
