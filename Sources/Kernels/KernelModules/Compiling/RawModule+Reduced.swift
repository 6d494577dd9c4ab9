import SPIRVInstructions

extension RawModule {
  /// Returns the module with one function and its dependencies only: callees, types, constants, function names and
  /// decorations. Entry points and source information are removed. If there is no function of that name, returns the
  /// module unchanged.
  func reduced(to name: String) -> RawModule {
    let (functions, names) = (functions, names)
    guard let root = functions.first(where: { names[$0.id] == name }) else { return self }
    let byID = Dictionary(functions.map { ($0.id, $0) }) { first, _ in first }
    var reachable: Set<UInt32> = [root.id]
    var open = [root]
    while let function = open.popLast() {
      for callee in function.callees where reachable.insert(callee).inserted {
        if let next = byID[callee] { open.append(next) }
      }
    }
    let bodies = functions.filter { reachable.contains($0.id) }.flatMap(\.instructions)
    // Literal operands are treated as identifiers, so some unused globals remain.
    var used = Set(bodies.flatMap { $0.words.dropFirst() })
    // Dependencies precede their uses, decorations their targets; so the globals are visited in reverse.
    var globals: [RawInstruction] = []
    for global in instructions[..<globalCount].reversed() where global.isNeeded(used, functions: reachable) {
      globals.append(global)
      if global.opcode != .name { used.formUnion(global.words.dropFirst()) }
    }
    return RawModule(head, globals.reversed(), functions: bodies)
  }
}

extension RawInstruction {
  /// - Parameters:
  ///   - used: identifiers that other instructions use.
  ///   - functions: the functions that remain.
  fileprivate func isNeeded(_ used: Set<UInt32>, functions: Set<UInt32>) -> Bool {
    switch opcode {
    case .capability, .memoryModel: true
    case .name: functions.contains(words[1])
    case .decorate, .extInstImport: used.contains(words[1])
    case .entryPoint, .executionMode, nil: false
    // The first operand of a type is its identifier; other globals have their type first.
    case .some(let opcode): used.contains(words[opcode.isType ? 1 : 2])
    }
  }
}
