import SPIRVInstructions

/// A data-flow analysis of the alpha that a function returns. It tracks components through copies.
///
/// A store after a branch may or may not be executed: a variable keeps its tracked component only if both are equal.
/// Functions with loops are not analysed.
struct AlphaAnalysis {
  /// The origin of a component.
  private enum Origin: Hashable {
    /// A component of a parameter.
    case parameter(index: Int, component: Int)
    case computed
    /// No store so far: the value is undefined.
    case none

    /// Returns the origin of a value that is either of two.
    func joined(_ other: Origin) -> Origin {
      if self == other || other == .none { return self }
      return self == .none ? other : .computed
    }
  }

  /// The colour parameter whose alpha is the alpha of every result; nil if there is none.
  private(set) var parameter: Int?

  /// The component counts of float scalars and vectors, by type.
  private var counts: [UInt32: Int] = [:]
  /// The pointee types, by pointer type.
  private var pointees: [UInt32: UInt32] = [:]
  private var constants: [UInt32: Int] = [:]
  private var values: [UInt32: [Origin]] = [:]
  private var variables: [UInt32: [Origin]] = [:]
  /// The targets of pointers: a variable, or one of its components.
  private var targets: [UInt32: (variable: UInt32, component: Int?)] = [:]
  private var results: [[Origin]] = []
  private var isAfterBranch = false

  init(of function: RawModule.Function, in module: RawModule) {
    guard !function.instructions.contains(where: { $0.opcode == .loopMerge }) else { return }
    for instruction in module.instructions.prefix(while: { $0.opcode != .function }) {
      let words = instruction.words
      switch instruction.opcode {
      case .typeFloat: counts[words[1]] = 1
      case .typeVector where counts[words[2]] != nil: counts[words[1]] = Int(words[3])
      case .typePointer: pointees[words[1]] = words[3]
      case .constant:
        constants[words[2]] = Int(words[3])
        compute(words)
      default: compute(words)
      }
    }
    var parameterCount = 0
    for instruction in function.instructions {
      if instruction.opcode == .functionParameter {
        let count = counts[instruction.words[1]] ?? 0
        values[instruction.words[2]] = (0..<count).map { .parameter(index: parameterCount, component: $0) }
        parameterCount += 1
      } else {
        follow(instruction)
      }
    }
    guard let first = results.first, first.count == 4, case .parameter(let number, component: 3) = first[3],
      results.allSatisfy({ $0.count == 4 && $0[3] == first[3] })
    else { return }
    parameter = number
  }

  /// Marks the result of an instruction as computed.
  private mutating func compute(_ words: [UInt32]) {
    if words.count > 2, let count = counts[words[1]] { values[words[2]] = Array(repeating: .computed, count: count) }
  }

  private mutating func follow(_ instruction: RawInstruction) {
    let words = instruction.words
    compute(words)
    switch instruction.opcode {
    case .variable:
      guard let count = pointees[words[1]].flatMap({ counts[$0] }) else { return }
      variables[words[2]] = Array(repeating: .none, count: count)
      targets[words[2]] = (words[2], nil)
      if words.count > 4 { store(words[4], words[2]) }
    case .accessChain, .inBoundsAccessChain:
      guard let target = targets[words[3]], let held = variables[target.variable] else { return }
      if let index = constants[words[4]], held.indices.contains(index) {
        targets[words[2]] = (target.variable, index)
      } else {
        forget(target.variable)
      }
    case .load:
      guard let target = targets[words[3]], let held = variables[target.variable] else { return }
      values[words[2]] = target.component.map { [held[$0]] } ?? held
    case .store: store(words[2], words[1])
    case .functionCall: for word in words[4...] { if let target = targets[word] { forget(target.variable) } }
    case .compositeConstruct:
      guard counts[words[1]] != nil else { return }
      values[words[2]] = words[3...].flatMap { values[$0] ?? [] }
    case .compositeExtract:
      guard words.count == 5, let held = values[words[3]], held.indices.contains(Int(words[4])) else { return }
      values[words[2]] = [held[Int(words[4])]]
    case .compositeInsert:
      guard words.count == 6, var held = values[words[4]], held.indices.contains(Int(words[5])),
        let part = values[words[3]], part.count == 1
      else { return }
      held[Int(words[5])] = part[0]
      values[words[2]] = held
    case .vectorShuffle:
      let both = (values[words[3]] ?? []) + (values[words[4]] ?? [])
      values[words[2]] = words[5...].map { both.indices.contains(Int($0)) ? both[Int($0)] : .computed }
    case .copyObject: values[words[2]] = values[words[3]]
    case .select: join(words[4], words[5], as: words[2])
    case .phi: if words.count == 7 { join(words[3], words[5], as: words[2]) }
    case .branchConditional, .switch: isAfterBranch = true
    case .returnValue: results.append(values[words[1]] ?? [])
    default: break
    }
  }

  private mutating func join(_ a: UInt32, _ b: UInt32, as result: UInt32) {
    guard let a = values[a], let b = values[b], a.count == b.count else { return }
    values[result] = zip(a, b).map { $0.joined($1) }
  }

  private mutating func store(_ value: UInt32, _ pointer: UInt32) {
    guard let target = targets[pointer], var held = variables[target.variable] else { return }
    let range = target.component.map { $0..<($0 + 1) } ?? held.indices
    guard let stored = values[value], stored.count == range.count else { return forget(target.variable) }
    for (index, origin) in zip(range, stored) { held[index] = isAfterBranch ? held[index].joined(origin) : origin }
    variables[target.variable] = held
  }

  /// Marks all components of a variable as computed, because a store may have changed any of them.
  private mutating func forget(_ variable: UInt32) {
    variables[variable] = variables[variable]?.map { _ in .computed }
  }
}
