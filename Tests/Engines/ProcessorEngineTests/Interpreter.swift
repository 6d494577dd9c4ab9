import SPIRVInstructions
import StageCompiler

/// An interpreter of a module's function for a single pixel, with which stages are compared.
///
/// It executes branches and loops directly, without masks and without uniformity analysis. Scalars are bit patterns.
/// Operations that SPIR-V leaves undefined have the results of `StageMathematics.h`.
struct Interpreter {
  /// The limit of instructions, which exceeds those of every formula with the arguments of these tests.
  private static let stepLimit = 2_000_000

  enum Failure: Error {
    case unknown(Opcode)
    case extended(UInt32)
    case tooLong
  }

  let module: ShaderModule
  /// Returns the pixel of an input at a point.
  let read: (_ input: Int, _ x: Float, _ y: Float) -> SIMD4<Float>
  private(set) var steps = 0
  /// Whether a function without an exact result was called.
  private(set) var isInexact = false

  init(_ module: ShaderModule, read: @escaping (Int, Float, Float) -> SIMD4<Float>) {
    (self.module, self.read) = (module, read)
  }

  /// The memory of a variable, which its pointers share.
  private final class Memory {
    var bits: [UInt32]
    init(_ bits: [UInt32]) { self.bits = bits }
  }

  private struct Pointer {
    var memory: Memory
    var offset: Int
    var type: ShaderID
  }

  private enum Value {
    case bits([UInt32])
    case pointer(Pointer)
  }

  mutating func run(_ function: ShaderFunction, _ arguments: [[UInt32]]) throws -> [UInt32] {
    try run(function, bindings: zip(function.parameters, arguments).map { ($0, .bits($1)) })
  }

  private mutating func run(_ function: ShaderFunction, bindings: [(ShaderID, Value)]) throws -> [UInt32] {
    var values = Dictionary(uniqueKeysWithValues: bindings)
    func bits(_ id: ShaderID) -> [UInt32] {
      if case .bits(let bits)? = values[id] { return bits }
      return module.bits(of: id)
    }
    func pointer(_ id: ShaderID) -> Pointer {
      guard case .pointer(let pointer)? = values[id] else { preconditionFailure("%\(id) is not a variable") }
      return pointer
    }
    var (label, previous): (ShaderID, ShaderID) = (function.entry, 0)
    while true {
      let block = function.block(label)
      let phis = block.phis.map { phi in
        let index = stride(from: 1, to: phi.operands.count, by: 2).first { phi.operands[$0] == previous }!
        return (phi.result!, bits(phi.operands[index - 1]))
      }
      for (id, bits) in phis { values[id] = .bits(bits) }
      for instruction in block.body {
        steps += 1
        if steps > Self.stepLimit { throw Failure.tooLong }
        let operands = instruction.operands
        switch instruction.opcode {
        case .variable:
          let type = module.pointee(of: instruction.type!)
          let memory = Memory(
            operands.count > 1 ? bits(operands[1]) : Array(repeating: 0, count: module.kinds(of: type).count))
          values[instruction.result!] = .pointer(Pointer(memory: memory, offset: 0, type: type))
        case .accessChain, .inBoundsAccessChain:
          var pointer = pointer(operands[0])
          for index in operands.dropFirst() {
            let (type, offset) = module.part(Int(Int32(bitPattern: bits(index)[0])), of: pointer.type)
            (pointer.type, pointer.offset) = (type, pointer.offset + offset)
          }
          values[instruction.result!] = .pointer(pointer)
        case .load:
          let pointer = pointer(operands[0])
          let range = pointer.offset..<(pointer.offset + module.kinds(of: pointer.type).count)
          values[instruction.result!] = .bits(Array(pointer.memory.bits[range]))
        case .store:
          let (pointer, new) = (pointer(operands[0]), bits(operands[1]))
          pointer.memory.bits.replaceSubrange(pointer.offset..<(pointer.offset + new.count), with: new)
        case .functionCall:
          if let number = module.reader(operands[0]) {
            let at = bits(operands[1]).map(Float.init(bitPattern:))
            let color = read(number, at[0], at[1])
            values[instruction.result!] = .bits((0..<4).map { color[$0].bitPattern })
          } else {
            let callee = module.functions[operands[0]]!
            // Stages use a table for uniform exponents, and double precision for exact functions.
            let name = module.names[callee.id] ?? ""
            isInexact = isInexact || ["power(f1;f1;", "normalPower(f1;f1;"].contains(name) || name.hasPrefix("exact")
            let arguments = zip(callee.parameters, operands.dropFirst()).map { parameter, id in
              (parameter, values[id] ?? .bits(module.bits(of: id)))
            }
            values[instruction.result!] = .bits(try run(callee, bindings: arguments))
          }
        case .extInst:
          values[instruction.result!] = .bits(try extended(operands[1], operands.dropFirst(2).map(bits)))
        default: values[instruction.result!] = .bits(try result(of: instruction, bits))
        }
      }
      previous = label
      switch block.end {
      case .branch(let target): label = target
      case .conditional(let condition, let yes, let no): label = bits(condition)[0] != 0 ? yes : no
      case .choice(let selector, let other, let cases):
        label = cases.first { $0.number == bits(selector)[0] }?.target ?? other
      case .returned(let value): return value.map(bits) ?? []
      case .unreachable: preconditionFailure("an unreachable block")
      }
    }
  }

  private func result(of instruction: ShaderInstruction, _ bits: (ShaderID) -> [UInt32]) throws -> [UInt32] {
    let operands = instruction.operands
    switch instruction.opcode {
    case .compositeConstruct: return operands.flatMap(bits)
    case .compositeExtract:
      var (type, offset) = (module.typeOf[operands[0]]!, 0)
      for index in operands.dropFirst() {
        let (part, distance) = module.part(Int(index), of: type)
        (type, offset) = (part, offset + distance)
      }
      return Array(bits(operands[0])[offset..<(offset + module.kinds(of: type).count)])
    case .vectorShuffle:
      let all = bits(operands[0]) + bits(operands[1])
      return operands.dropFirst(2).map { all[Int($0)] }
    case .copyObject: return bits(operands[0])
    case .select:
      let (condition, yes, no) = (bits(operands[0]), bits(operands[1]), bits(operands[2]))
      return yes.indices.map { condition[condition.count > 1 ? $0 : 0] != 0 ? yes[$0] : no[$0] }
    case .dot:
      let products = zip(floats(bits(operands[0])), floats(bits(operands[1]))).map { $0 * $1 }
      return [products.dropFirst().reduce(products[0], +).bitPattern]
    case .vectorTimesScalar:
      let factor = floats(bits(operands[1]))[0]
      return floats(bits(operands[0])).map { ($0 * factor).bitPattern }
    case .undef: return module.kinds(of: instruction.type!).map { _ in 0 }
    default:
      let (a, b) = (bits(operands[0]), operands.count > 1 ? bits(operands[1]) : bits(operands[0]))
      return try zip(a, b).map { try Self.number(instruction.opcode, $0, $1) }
    }
  }

  private func floats(_ bits: [UInt32]) -> [Float] { bits.map(Float.init(bitPattern:)) }

  /// Returns a component of an instruction that works by component.
  private static func number(_ opcode: Opcode, _ a: UInt32, _ b: UInt32) throws -> UInt32 {
    let (x, y) = (Float(bitPattern: a), Float(bitPattern: b))
    let (i, j) = (Int32(bitPattern: a), Int32(bitPattern: b))
    func truth(_ value: Bool) -> UInt32 { value ? 1 : 0 }
    switch opcode {
    case .fAdd: return (x + y).bitPattern
    case .fSub: return (x - y).bitPattern
    case .fMul: return (x * y).bitPattern
    case .fDiv: return (x / y).bitPattern
    case .fNegate: return (-x).bitPattern
    case .iAdd: return a &+ b
    case .iSub: return a &- b
    case .iMul: return a &* b
    case .sNegate: return 0 &- a
    case .sDiv: return j == 0 ? 0 : UInt32(bitPattern: i.dividedReportingOverflow(by: j).partialValue)
    case .sRem: return j == 0 || j == -1 ? 0 : UInt32(bitPattern: i % j)
    case .sMod:
      guard j != 0, j != -1 else { return 0 }
      let remainder = i % j
      return UInt32(bitPattern: remainder != 0 && (remainder ^ j) < 0 ? remainder + j : remainder)
    case .bitwiseAnd, .logicalAnd: return a & b
    case .bitwiseOr, .logicalOr: return a | b
    case .bitwiseXor: return a ^ b
    case .not: return ~a
    case .logicalNot: return a ^ 1
    case .shiftLeftLogical: return a << (b & 31)
    case .shiftRightLogical: return a >> (b & 31)
    case .shiftRightArithmetic: return UInt32(bitPattern: i >> (j & 31))
    case .bitcast: return a
    case .convertSToF: return Float(i).bitPattern
    case .convertUToF: return Float(a).bitPattern
    case .convertFToS: return UInt32(bitPattern: Int32(smaller(larger(x, -2_147_483_648), 2_147_483_520)))
    case .convertFToU: return UInt32(smaller(larger(x, 0), 4_294_967_040))
    case .fOrdEqual: return truth(x == y)
    case .fUnordNotEqual, .fOrdNotEqual: return truth(x != y)
    case .fOrdLessThan: return truth(x < y)
    case .fOrdLessThanEqual: return truth(x <= y)
    case .fOrdGreaterThan: return truth(x > y)
    case .fOrdGreaterThanEqual: return truth(x >= y)
    case .iEqual, .logicalEqual: return truth(a == b)
    case .iNotEqual, .logicalNotEqual: return truth(a != b)
    case .sLessThan: return truth(i < j)
    case .sLessThanEqual: return truth(i <= j)
    case .sGreaterThan: return truth(i > j)
    case .sGreaterThanEqual: return truth(i >= j)
    case .isNan: return truth(x.isNaN)
    case .isInf: return truth(x.isInfinite)
    default: throw Failure.unknown(opcode)
    }
  }

  /// Returns the minimum; if an operand is NaN, the second one.
  private static func smaller(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
  private static func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }

  private mutating func extended(_ number: UInt32, _ operands: [[UInt32]]) throws -> [UInt32] {
    if number == 66 {
      let squares = floats(operands[0]).map { $0 * $0 }
      return [squares.dropFirst().reduce(squares[0], +).squareRoot().bitPattern]
    }
    isInexact = isInexact || [13, 14, 18, 25, 27, 28, 29, 30].contains(number)
    return try operands[0].indices.map { index in
      try Self.extended(number, operands.map { Float(bitPattern: $0[index]) }).bitPattern
    }
  }

  private static func extended(_ number: UInt32, _ x: [Float]) throws -> Float {
    switch number {
    case 4: x[0].magnitude
    case 8: x[0].rounded(.down)
    case 9: x[0].rounded(.up)
    case 13: Float(Libm.sin(Double(x[0])))
    case 14: Float(Libm.cos(Double(x[0])))
    case 25: Float(Libm.atan2(Double(x[0]), Double(x[1])))
    case 27: Float(Libm.exp(Double(x[0])))
    case 28: Float(Libm.log(Double(x[0])))
    case 29: Float(Libm.exp2(Double(x[0])))
    case 30: Float(Libm.log2(Double(x[0])))
    case 31: x[0].squareRoot()
    case 37: smaller(x[0], x[1])
    case 40: larger(x[0], x[1])
    case 43: smaller(larger(x[0], x[1]), x[2])
    default: throw Failure.extended(number)
    }
  }
}
