import ImageGraph

/// Calls of formulas: a function is copied into the kernel and called, or inlined for four pixels at once.
extension KernelWriter {
  /// Emits a call of a formula; the parameters must have the types of the arguments.
  mutating func call(_ name: String, _ arguments: [Lanes], readers: [ID]) throws(RenderError) -> Lanes {
    let index = try library.index(of: name)
    let function = library.functions[index]
    let expected = function.parameters.map { library.pool.scalars(of: $0) }
    guard !expected.contains(nil) else {
      throw .invalidArgument("\(name): parameters must be const, and not arrays")
    }
    guard expected == arguments.map({ $0.map(\.scalar) }) else {
      throw .invalidArgument("\(name): the arguments have other types than the parameters")
    }
    guard let result = library.pool.scalars(of: function.result), (2...4).contains(result.count) else {
      throw .invalidArgument("\(name) must return vec2, vec3 or vec4")
    }
    if let highest = try highestReader(index), highest >= readers.count {
      throw .invalidArgument("\(name) calls read\(highest), but has \(readers.count) inputs")
    }
    guard !function.reportsOpenLoops || program.reportsOpenLoops else {
      throw .invalidArgument("\(name) reports open loops, but its code does not declare it")
    }
    var arguments = arguments
    if function.reportsOpenLoops {
      self.function = program.functions.firstIndex { $0.function == name } ?? 0
      arguments = arguments.map { $0.map { maskedToOutput($0) } }
    }
    if arguments.joined().contains(where: \.isWide), options.widens,
      let lanes = widened(index, arguments, readers: readers)
    {
      return lanes
    }

    let target = try insert(index, readers: readers)
    let type = globalID(function.result)
    let all = Array(arguments.joined())
    return perPixel(all) { writer, pixel in
      var remaining = pixel[...]
      let operands = arguments.map { argument in
        defer { remaining = remaining.dropFirst(argument.count) }
        return writer.emitter.vector(Array(remaining.prefix(argument.count)))
      }
      let color = writer.emitter.module.emit(.functionCall, type, [target] + operands)
      return writer.emitter.lanes(color, result[0], count: result.count)
    }
  }

  /// Inlines the function for four pixels at once. Returns nil, and emits nothing, if that is not possible.
  private mutating func widened(_ index: Int, _ arguments: [Lanes], readers: [ID]) -> Lanes? {
    let mark = emitter.mark()
    var widener = Widener(into: consume self, readers: readers)
    let lanes = try? widener.result(of: index, arguments)
    self = (consume widener).kernel
    if lanes == nil { emitter.rewind(to: mark) }
    return lanes
  }

  /// Returns the highest n of the `readN` that a function calls, directly or indirectly; nil if it reads nothing.
  private func highestReader(_ index: Int) throws(RenderError) -> Int? {
    let function = library.functions[index]
    guard function.reads else { return nil }
    var highest: Int?
    var reader = InstructionReader(function.words)
    while let instruction = try reader.next() {
      guard instruction.opcode == .functionCall, case .reader(let number) = LibraryFunction.Reference(instruction[2])
      else { continue }
      highest = max(highest ?? 0, number)
    }
    for callee in function.callees {
      if let number = try highestReader(callee) { highest = max(highest ?? 0, number) }
    }
    return highest
  }

  /// Returns the identifier of a type, constant or import of the library.
  mutating func globalID(_ index: GlobalPool.Index) -> ID {
    if globals[index] != 0 { return globals[index] }
    let entry = library.pool.entries[index]
    let (type, operands) = entry.mapped { globalID($0) }
    globals[index] = emitter.module.global(entry.opcode, type: type, operands)
    return globals[index]
  }

  /// Copies a function and its callees into the module, once for each set of readers.
  private mutating func insert(_ index: Int, readers: [ID]) throws(RenderError) -> ID {
    let function = library.functions[index]
    let key = BoundFunction(
      function: index, readers: function.reads ? readers : [],
      openLoopIndex: function.reportsOpenLoops ? self.function : -1)
    if let id = insertedFunctions[key] { return id }
    if function.name == FormulaCode.openLoopsFunction {
      insertedFunctions[key] = writeOpenLoopFunction(named: function.name)
      return insertedFunctions[key]!
    }

    var callees: [Int: ID] = [:]
    for callee in function.callees { callees[callee] = try insert(callee, readers: readers) }
    let locals = (0..<function.localCount).map { _ in emitter.module.newID() }
    var words = function.words
    var reader = InstructionReader(function.words)
    var id: ID = 0
    while let instruction = try reader.next() {
      for (offset, word) in instruction.words.enumerated() {
        let kind = instruction.layout.word(at: offset)
        guard kind == .id || kind == .type || kind == .result else { continue }
        let position = instruction.words.startIndex + offset
        switch LibraryFunction.Reference(word) {
        case .local(let number): words[position] = locals[number]
        case .global(let number): words[position] = globalID(number)
        case .function(let number): words[position] = callees[number] ?? 0
        case .reader(let number): words[position] = readers[number]
        }
      }
      if instruction.opcode == .function { id = words[instruction.words.startIndex + 1] }
    }
    for decoration in function.decorations {
      emitter.module.decorate(locals[Int(decoration[0])], words: Array(decoration.dropFirst()))
    }
    emitter.module.name(id, function.name)
    emitter.module.append(function: words)
    insertedFunctions[key] = id
    return id
  }
}
