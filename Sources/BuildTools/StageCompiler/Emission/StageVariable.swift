/// A variable of a function, a phi, or the result of a call, for one inlined call.
final class StageVariable {
  let number: Int
  let kinds: [Kind]
  /// Whether it is indexed dynamically: it is then a C array.
  let isArray: Bool
  /// The mask of active pixels at its declaration; nil: all.
  let mask: String?
  /// Whether only one instruction stores to it, so that the stored value can be used directly.
  let isStoredOnce: Bool
  /// The stored values, and the scopes in which they are valid.
  var storedValues: [Int: (value: StageValue, scope: Int)] = [:]

  init(_ number: Int, _ kinds: [Kind], isArray: Bool, mask: String?, isStoredOnce: Bool) {
    (self.number, self.kinds, self.isArray) = (number, kinds, isArray)
    (self.mask, self.isStoredOnce) = (mask, isStoredOnce)
  }

  /// Returns the key of a component. An array has a single key for all elements.
  func component(_ index: Int) -> EmissionFacts.Component { .init(variable: number, index: isArray ? 0 : index) }
}

/// The target of a load or a store.
struct Pointer {
  var variable: StageVariable
  var offset = 0
  /// The dynamic part of the offset.
  var index: Index?
  /// The type of the target.
  var type: ShaderID
  /// The dependencies of the index.
  var origin: StageValue.Origin = []

  struct Index {
    var text: String
    /// Whether all pixels have the same value.
    var isUniform: Bool
    /// The index as a vector.
    var vector: String { isUniform ? "((I)(\(text)))" : text }
  }
}

/// The meaning of an identifier of a function.
enum Binding {
  case components([StageValue])
  case pointer(Pointer)
}

/// The state of an inlined call.
final class EmitterFrame {
  let function: ShaderFunction
  let number: Int
  /// The mask of the pixels of the call.
  let mask: String?
  var bindings: [ShaderID: Binding] = [:]
  let result: StageVariable
  /// The mask of the pixels that have not returned, if some return before others.
  var live: String?
  /// Whether a jump goes to its end.
  var isLeft = false
  /// The stores of a block to the phis of its successor.
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
      // A callee may store through a pointer argument, any number of times.
      case .functionCall:
        for operand in instruction.operands.dropFirst() {
          if let variable = base[operand] { counts[variable, default: 0] += 2 }
        }
        for (index, operand) in instruction.operands.dropFirst().enumerated() {
          if let variable = base[operand], module.indexes(index, of: instruction.operands[0]) {
            arrays.insert(variable)
          }
        }
      default: break
      }
    }
    (self.arrays, storeCounts) = (arrays, counts)
  }
}

/// The state of a loop that is being emitted.
final class StageLoop {
  let number: Int
  let merge: ShaderID
  let next: ShaderID
  /// The mask of the pixels that enter the loop.
  let mask: String?
  /// Whether some pixels leave before others. Two masks then hold the pixels that continue, and those that are active
  /// in this iteration.
  let isDivergent: Bool
  var isLeft = false
  var isContinued = false

  var live: String { "L\(number)" }
  var iteration: String { "K\(number)" }
  var end: String { "B\(number)" }
  var nextLabel: String { "C\(number)" }

  init(_ number: Int, merge: ShaderID, next: ShaderID, mask: String?, isDivergent: Bool) {
    (self.number, self.merge, self.next) = (number, merge, next)
    (self.mask, self.isDivergent) = (mask, isDivergent)
  }
}
