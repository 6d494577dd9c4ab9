import CStages

/// An instruction of interpreted code: an operation on registers. A register holds a component of every pixel of a
/// batch.
struct LaneInstruction: Sendable {
  enum Operation: UInt8, Sendable {
    // Values. The result is `result`, operands are `a`, `b` and `c`, each with `count` registers.
    case move, fill
    case addFloat, subtractFloat, multiplyFloat, divideFloat, floorModulo, truncatedRemainder
    /// `b` is a single register.
    case scale
    case dot
    case addInt, subtractInt, multiplyInt, divideSigned, divideUnsigned, moduloSigned, remainderSigned, moduloUnsigned
    case and, or, xor, not, shiftLeft, shiftRightSigned, shiftRightUnsigned
    case floatEqual, floatNotEqual, floatLess, floatLessEqual
    /// The negations of `a < b` and `a <= b`: true for NaN.
    case floatNotLess, floatNotLessEqual
    case intEqual, signedLess, signedLessEqual, unsignedLess, unsignedLessEqual
    /// Selects `a` if `c` is true, otherwise `b`. The condition of `selectWhole` is a single register.
    case select, selectWhole
    case any, all, isNaN, isInfinite
    case signedFromFloat, unsignedFromFloat, floatFromSigned, floatFromUnsigned
    /// A function of GLSL.std.450, or a bit-field function, by `number`.
    case function

    // Memory. `moveLive` changes only active pixels.
    case moveLive
    /// `result` = `a` clamped to 0 … count - 1, times `number`, plus `b` if that is not negative.
    case index
    /// Load from `a` + the offset in `b`; store to `result` + the offset in `b`.
    case loadAt, storeAt

    // Control. `b` and `c` are ranges of code; `a` is the condition, or a mask.
    case choose
    case loop
    case leave
    /// Active pixels wait in mask `a` until the loop continues, or the switch ends.
    case wait
    /// Pixels that wait in mask `a` become active again.
    case rejoin
    /// Initialises `count` masks from `result` on for a switch: pixels that are done, unmatched pixels, and each case.
    case enter
    /// Pixels of mask `b` whose `a` equals `number` move to mask `result`.
    case match
    /// Runs the range in `b`, if any pixel is active.
    case run
    /// Calls the function `number`; its arguments are in its registers.
    case call
    /// Active pixels return from the function.
    case returnLanes
    /// Reads input `number` at the point in `a` and the next register.
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
  /// The first register of each parameter, and its number of components.
  var parameters: [(register: Int, count: Int)] = []
  /// The register of each component of the result.
  var results: [Int] = []
  /// Masks: the pixels that entered, and those that have returned.
  var entered = 0
  var returned = 0
}

/// The code of a function and of its callees.
struct LaneCode: Sendable {
  /// Ranges of instructions; each ends at a merge point of control flow.
  var ranges: [[LaneInstruction]] = []
  /// The ranges in the format of native code.
  var steps: [[LaneStep]] = []
  var functions: [LaneFunction] = []
  var registerCount = 0
  /// The registers of constants, with their bits, initialised once.
  var constants: [(register: Int, bits: UInt32)] = []
  /// Whether the code is straight-line: one range with only value and read instructions.
  var isStraight = false

  /// The number of pixels of a batch. It is larger for short code, where the overhead of each batch dominates.
  var laneCount: Int { isStraight && registerCount <= 16 ? 1024 : 256 }
}
