/// A variable of a function, a phi, or what a call returns, in one place of call.
final class StageVariable {
  let number: Int
  let kinds: [Kind]
  /// True where it is indexed at run time: then it is one C array.
  let isArray: Bool
  /// The pixels for which it exists; nil: all.
  let mask: String?
  /// True where one instruction stores to it, so that what it stored can be used instead.
  let isStoredOnce: Bool
  /// What was stored, and the scope that it is known in.
  var known: [Int: (value: StageValue, scope: Int)] = [:]

  init(_ number: Int, _ kinds: [Kind], isArray: Bool, mask: String?, isStoredOnce: Bool) {
    (self.number, self.kinds, self.isArray) = (number, kinds, isArray)
    (self.mask, self.isStoredOnce) = (mask, isStoredOnce)
  }

  /// Arrays differ, or not, as a whole.
  func component(_ index: Int) -> EmissionFacts.Component { .init(variable: number, index: isArray ? 0 : index) }
}

/// Where a load or a store goes.
struct Pointer {
  var variable: StageVariable
  var offset = 0
  /// What is added to the offset at run time.
  var index: Index?
  /// What is there.
  var type: ShaderID
  /// What the index depends on.
  var origin: StageValue.Origin = []

  struct Index {
    var text: String
    /// True where all pixels have the same.
    var isUniform: Bool
    /// As C has it for a pixel of its own.
    var vector: String { isUniform ? "((I)(\(text)))" : text }
  }
}

/// What an identifier of a function stands for.
enum Binding {
  case numbers([StageValue])
  case pointer(Pointer)
}

/// A function in one place of call.
final class EmitterFrame {
  let function: ShaderFunction
  let number: Int
  /// The pixels that called.
  let mask: String?
  var bindings: [ShaderID: Binding] = [:]
  let result: StageVariable
  /// The mask of pixels that have not returned, where some return before others.
  var live: String?
  /// True when something jumps to its end.
  var isLeft = false
  /// Stores that a block makes on its way to the phis of the next one.
  var phiStores: [ShaderID: [(variable: StageVariable, value: ShaderID, type: ShaderID)]] = [:]
  let arrays: Set<ShaderID>
  let storeCounts: [ShaderID: Int]

  var label: String { "R\(number)" }

  init(_ function: ShaderFunction, _ number: Int, mask: String?, result: StageVariable, of module: ShaderModule) {
    (self.function, self.number, self.mask, self.result) = (function, number, mask, result)
    var arrays: Set<ShaderID> = []
    var counts: [ShaderID: Int] = [:]
    var base: [ShaderID: ShaderID] = [:]
    for instruction in function.instructions {
      switch instruction.opcode {
      case .variable:
        base[instruction.result!] = instruction.result!
        if instruction.operands.count > 1 { counts[instruction.result!, default: 0] += 1 }
      case .accessChain, .inBoundsAccessChain:
        guard let variable = base[instruction.operands[0]] else { continue }
        base[instruction.result!] = variable
        if instruction.operands.dropFirst().contains(where: { module.integer($0) == nil }) { arrays.insert(variable) }
      case .store:
        if let variable = base[instruction.operands[0]] { counts[variable, default: 0] += 1 }
      // A function may store through a pointer that it is given, any number of times.
      case .functionCall:
        for operand in instruction.operands.dropFirst() {
          if let variable = base[operand] { counts[variable, default: 0] += 2 }
        }
        for (place, operand) in instruction.operands.dropFirst().enumerated() {
          if let variable = base[operand], module.indexes(place, of: instruction.operands[0]) {
            arrays.insert(variable)
          }
        }
      default: break
      }
    }
    (self.arrays, storeCounts) = (arrays, counts)
  }
}

/// A loop that is being written.
final class StageLoop {
  let number: Int
  let merge: ShaderID
  let next: ShaderID
  /// The pixels that came to it.
  let mask: String?
  /// True where some pixels leave before others: then two masks say who goes on, and who is still in this turn.
  let isDivergent: Bool
  var isLeft = false
  var isContinued = false

  var live: String { "L\(number)" }
  var turn: String { "K\(number)" }
  var end: String { "B\(number)" }
  var nextLabel: String { "C\(number)" }

  init(_ number: Int, merge: ShaderID, next: ShaderID, mask: String?, isDivergent: Bool) {
    (self.number, self.merge, self.next) = (number, merge, next)
    (self.mask, self.isDivergent) = (mask, isDivergent)
  }
}
