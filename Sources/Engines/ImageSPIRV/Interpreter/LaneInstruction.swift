import CStages

/// One step of interpreted code: an operation on registers, each a number of every pixel of a batch.
struct LaneInstruction: Sendable {
  enum Operation: UInt8, Sendable {
    // Values. The result is `result`, operands are `a`, `b` and `c`, each `count` registers long.
    case move, fill
    case addFloat, subtractFloat, multiplyFloat, divideFloat, floorModulo, truncatedRemainder
    /// `b` is one register.
    case scale
    case dot
    case addInt, subtractInt, multiplyInt, divideSigned, divideUnsigned, moduloSigned, remainderSigned, moduloUnsigned
    case and, or, xor, not, shiftLeft, shiftRightSigned, shiftRightUnsigned
    case floatEqual, floatNotEqual, floatLess, floatLessEqual
    /// The opposite of `a < b` and `a <= b`: true for what is no number.
    case floatNotLess, floatNotLessEqual
    case intEqual, signedLess, signedLessEqual, unsignedLess, unsignedLessEqual
    /// `c` chooses `a`, else `b`; `selectWhole` has one register of choices.
    case select, selectWhole
    case any, all, isNaN, isInfinite
    case signedFromFloat, unsignedFromFloat, floatFromSigned, floatFromUnsigned
    /// A function of GLSL.std.450, or a bit field, by `number`.
    case function

    // Memory. `moveLive` changes only pixels that live.
    case moveLive
    /// `result` = `a` kept within 0 … count - 1, times `number`, plus `b` where that is not negative.
    case index
    /// From `a` + the offset in `b`; to `result` + the offset in `b`.
    case loadAt, storeAt

    // Control. Ranges of code are in `b` and `c`; `a` has the condition, or a mask.
    case choose
    case loop
    case leave
    /// Lanes wait in mask `a`, until the loop goes on, or the switch is over.
    case wait
    /// Pixels that wait in mask `a` live again.
    case rejoin
    /// `count` masks from `result` on for a switch: those that are done, those that no case has chosen, and each case.
    case enter
    /// Pixels of mask `b` whose `a` is `number` move to mask `result`.
    case match
    /// The range in `b`, where any pixel lives.
    case run
    /// The function `number`; what it was given is in its registers.
    case call
    /// Pixels are done with the function.
    case giveBack
    /// Input `number` at the point in `a` and the register behind it.
    case read
  }

  var operation: Operation
  var count: Int32 = 1
  var number: Int32 = 0
  var result: Int32 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  var c: Int32 = 0
}

/// A function as interpreted code.
struct LaneFunction: Sendable {
  var name: String
  /// The range of code that is its body.
  var body = 0
  /// The first register of each parameter, and how many it has.
  var parameters: [(register: Int, count: Int)] = []
  /// Where each number of the result is.
  var results: [Int] = []
  /// Masks: pixels that entered, and those that have returned.
  var entered = 0
  var returned = 0
}

/// Everything that a call of a function may run.
struct LaneCode: Sendable {
  /// Ranges of instructions; each ends where control flow joins.
  var ranges: [[LaneInstruction]] = []
  /// The same as native code takes them.
  var steps: [[LaneStep]] = []
  var functions: [LaneFunction] = []
  var registerCount = 0
  /// Registers that hold the same for all pixels, from the start.
  var constants: [(register: Int, bits: UInt32)] = []
  /// One range, of instructions on values and reads alone.
  var isStraight = false

  /// Pixels of a batch: more for code of few instructions, which takes as long as what is done for each batch.
  var laneCount: Int { isStraight && registerCount <= 16 ? 1024 : 256 }
}
