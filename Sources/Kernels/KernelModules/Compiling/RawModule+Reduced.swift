import SPIRVInstructions

extension RawModule {
  /// The module with one function and what that stands on: those that it calls, types and constants, names of
  /// functions, decorations. Nothing that tells what is run, or where things came from. All of it where there is no
  /// function of the name.
  func reduced(to name: String) -> RawModule {
    let (functions, names) = (functions, names)
    guard let root = functions.first(where: { names[$0.id] == name }) else { return self }
    let byID = Dictionary(functions.map { ($0.id, $0) }) { first, _ in first }
    var kept: Set<UInt32> = [root.id]
    var open = [root]
    while let function = open.popLast() {
      for callee in function.callees where kept.insert(callee).inserted {
        if let next = byID[callee] { open.append(next) }
      }
    }
    let bodies = functions.filter { kept.contains($0.id) }.flatMap(\.instructions)
    // Numbers that are none of identifiers keep some things more.
    var used = Set(bodies.flatMap { $0.words.dropFirst() })
    // What stands on others comes behind them, decorations before.
    var globals: [RawInstruction] = []
    for global in instructions[..<globalCount].reversed() where global.isKept(used, functions: kept) {
      globals.append(global)
      if global.opcode != .name { used.formUnion(global.words.dropFirst()) }
    }
    return RawModule(head, globals.reversed(), functions: bodies)
  }
}

extension RawInstruction {
  /// - Parameters:
  ///   - used: identifiers that something kept stands on.
  ///   - functions: those that are kept.
  fileprivate func isKept(_ used: Set<UInt32>, functions: Set<UInt32>) -> Bool {
    switch opcode {
    case .capability, .memoryModel: true
    case .name: functions.contains(words[1])
    case .decorate, .extInstImport: used.contains(words[1])
    case .entryPoint, .executionMode, nil: false
    // Types have their own identifier first; what else there is outside of functions has a type before it.
    case .some(let opcode): used.contains(words[opcode.isType ? 1 : 2])
    }
  }
}
