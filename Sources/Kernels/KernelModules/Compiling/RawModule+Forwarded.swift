import SPIRVInstructions

extension RawModule {
  /// Returns the module with loads of local variables replaced by the stored values (store-to-load forwarding).
  func forwarded() -> RawModule {
    let vectors = Vectors(instructions[..<globalCount])
    let functions = functions.map { ForwardedFunction($0, vectors) }
    let removed = functions.reduce(into: Set<UInt32>()) { $0.formUnion($1.removed) }
    let globals = instructions[..<globalCount].filter { global in
      switch global.opcode {
      case .name, .decorate: !removed.contains(global.words[1])
      default: true
      }
    }
    return RawModule(head, globals, functions: functions.flatMap(\.instructions))
  }
}

/// The vector sizes and constants of a module.
private struct Vectors {
  /// The number of components of the pointee, by pointer type.
  private(set) var counts: [UInt32: UInt32] = [:]
  private(set) var constants: [UInt32: UInt32] = [:]

  init(_ globals: ArraySlice<RawInstruction>) {
    var sizes: [UInt32: UInt32] = [:]
    for global in globals {
      switch global.opcode {
      case .typeVector: sizes[global.words[1]] = global.words[3]
      case .typePointer: counts[global.words[1]] = sizes[global.words[3]]
      case .constant: constants[global.words[2]] = global.words[3]
      default: break
      }
    }
  }
}

/// A function after store-to-load forwarding.
///
/// The value of a variable is forwarded after a store or a load up to the end of the block, and in blocks with a single
/// predecessor. If a variable is stored to once, in the first block, its value is forwarded from there on. No phi is
/// added.
private struct ForwardedFunction {
  private(set) var instructions: [RawInstruction] = []
  /// The identifiers of removed instructions.
  private(set) var removed: Set<UInt32> = []

  /// The variables that are only loaded and stored.
  private var passing: Set<UInt32> = []
  /// Pointers to one component of a variable.
  private var components: [UInt32: (variable: UInt32, index: UInt32)] = [:]
  /// The number of stores, by variable.
  private var storeCounts: [UInt32: Int] = [:]
  /// The forwarded values of removed loads, by result identifier.
  private var values: [UInt32: UInt32] = [:]

  init(_ function: RawModule.Function, _ vectors: Vectors) {
    findVariables(of: function, vectors)
    let remaining = withoutLoads(function)
    let loaded = Set(remaining.filter { $0.opcode == .load }.map { variable(of: $0.words[3]) })
    let idle = passing.subtracting(loaded)
    let stored = remaining.filter { $0.opcode == .store && !idle.contains(variable(of: $0.words[1])) }.map {
      $0.words[1]
    }
    let pointers = Set(remaining.filter { $0.opcode == .load }.map { $0.words[3] } + stored)
    for var instruction in remaining {
      let words = instruction.words
      let isIdle =
        switch instruction.opcode {
        case .variable: idle.contains(words[2])
        case .accessChain, .inBoundsAccessChain: components[words[2]] != nil && !pointers.contains(words[2])
        case .store: idle.contains(variable(of: words[1]))
        default: false
        }
      if isIdle {
        if instruction.opcode != .store { removed.insert(words[2]) }
        continue
      }
      for index in instruction.identifiers { instruction.words[index] = value(instruction.words[index]) }
      instructions.append(instruction)
    }
  }

  private func value(_ id: UInt32) -> UInt32 { values[id] ?? id }

  /// Returns the variable of a pointer to all of it or to a component.
  private func variable(of pointer: UInt32) -> UInt32 { components[pointer]?.variable ?? pointer }

  private mutating func findVariables(of function: RawModule.Function, _ vectors: Vectors) {
    /// The number of components, by variable.
    var counts: [UInt32: UInt32] = [:]
    for instruction in function.instructions where instruction.opcode == .variable {
      let words = instruction.words
      passing.insert(words[2])
      counts[words[2]] = vectors.counts[words[1]]
      storeCounts[words[2]] = words.count > 4 ? 1 : 0
    }
    for instruction in function.instructions {
      let words = instruction.words
      for position in instruction.identifiers {
        switch (instruction.opcode, position, words.count) {
        case (.load, 3, 4): break
        case (.store, 1, 3): storeCounts[variable(of: words[1])]? += 1
        case (.accessChain, 3, 5), (.inBoundsAccessChain, 3, 5):
          if let index = vectors.constants[words[4]], index < counts[words[3], default: 0] {
            components[words[2]] = (words[3], index)
          } else {
            passing.remove(variable(of: words[3]))
          }
        default: passing.remove(variable(of: words[position]))
        }
      }
    }
    components = components.filter { passing.contains($0.value.variable) }
  }

  private mutating func withoutLoads(_ function: RawModule.Function) -> [RawInstruction] {
    let origins = function.origins
    var remaining: [RawInstruction] = []
    var block: UInt32 = 0
    /// The values of variables: now, after the first block on any path, and at the ends of blocks.
    var (held, permanent): ([UInt32: UInt32], [UInt32: UInt32]) = ([:], [:])
    var ends: [UInt32: [UInt32: UInt32]] = [:]
    func store(_ value: UInt32, to variable: UInt32) {
      held[variable] = value
      if ends.isEmpty, storeCounts[variable] == 1 { permanent[variable] = value }
    }
    for instruction in function.instructions {
      let words = instruction.words
      switch instruction.opcode {
      case .label:
        block = words[1]
        if !ends.isEmpty { held = origins[block].flatMap { ends[$0] } ?? permanent }
      case .variable where words.count > 4: store(words[4], to: words[2])
      case .store where passing.contains(words[1]): store(value(words[2]), to: words[1])
      case .store: held[variable(of: words[1])] = nil
      case .load where passing.contains(words[3]):
        if let forwarded = held[words[3]] {
          values[words[2]] = forwarded
          removed.insert(words[2])
          continue
        }
        held[words[3]] = words[2]
      case .load:
        if let component = components[words[3]], let forwarded = held[component.variable] {
          remaining.append(RawInstruction(.compositeExtract, [words[1], words[2], forwarded, component.index]))
          continue
        }
      default: if instruction.isJump { ends[block] = held }
      }
      remaining.append(instruction)
    }
    return remaining
  }
}

extension RawModule.Function {
  /// The single predecessors of blocks, by block. Merge blocks, and the continue and merge blocks of loops, count only
  /// the block with the branch: an emitter of source code puts what a branch computes within braces.
  fileprivate var origins: [UInt32: UInt32] {
    var origins: [UInt32: UInt32] = [:]
    var (others, joins): (Set<UInt32>, [UInt32: UInt32]) = ([], [:])
    var block: UInt32 = 0
    for instruction in instructions {
      switch instruction.opcode {
      case .label: block = instruction.words[1]
      case .selectionMerge: joins[instruction.words[1]] = block
      case .loopMerge: others.formUnion(instruction.words[1...2])
      default: break
      }
      for target in instruction.targets {
        if origins.updateValue(block, forKey: target) != nil { others.insert(target) }
      }
    }
    return origins.filter { label, origin in !others.contains(label) && joins[label, default: origin] == origin }
  }
}

extension RawInstruction {
  /// The indices of the words that are identifiers, except types.
  fileprivate var identifiers: [Int] {
    guard let layout = opcode.flatMap({ Opcode.layouts[Int($0.rawValue)] }) else { return [] }
    return words.indices.dropFirst().filter { layout.word(at: $0 - 1) == .id }
  }
}
