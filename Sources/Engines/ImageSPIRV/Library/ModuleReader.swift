import ImageGraph

/// A module from glslang, taken apart: globals, names, and where each function stands.
struct ModuleReader {
  struct Function {
    var id: ID
    var name: String
    var range: Range<Int>
    var callees: [ID]

    /// n for the function `readN`.
    var readerNumber: Int? {
      guard name.hasPrefix("read"), name.hasSuffix("(vf2;") else { return nil }
      let digits = name.dropFirst(4).dropLast(5)
      return digits.count == 1 ? Int(digits) : nil
    }
  }

  private let words: [UInt32]
  private let globalEnd: Int
  /// Greater than every identifier.
  let bound: UInt32
  private(set) var functions: [Function] = []
  private var decorations: [ID: [[UInt32]]] = [:]

  /// More identifiers than any formula needs; a module with more is not worth the memory.
  private static let boundLimit: UInt32 = 1 << 20
  private static let noContraction: UInt32 = 42

  init(_ words: [UInt32]) throws(RenderError) {
    guard words.count >= 5, words[0] == ModuleBuilder.magic else {
      throw .invalidArgument("SPIR-V: the module does not start as one")
    }
    guard words[3] <= Self.boundLimit else {
      throw .limit("SPIR-V: identifiers", requested: UInt64(words[3]), allowed: UInt64(Self.boundLimit))
    }
    (self.words, bound) = (words, words[3])
    // Of all names only those of functions are wanted.
    var names: [ID: ArraySlice<UInt32>] = [:]
    var reader = InstructionReader(words[5...])
    var open: (id: ID, start: Int, callees: [ID])?
    var firstFunction = words.count
    while true {
      let start = reader.offset
      guard let (number, operands) = try reader.nextRaw() else { break }
      let first = operands.startIndex
      switch Opcode(rawValue: number) {
      case .name where operands.count >= 2: names[operands[first]] = operands.dropFirst()
      case .decorate where operands.count >= 2 && operands[first + 1] == Self.noContraction:
        decorations[operands[first], default: []].append(Array(operands.dropFirst()))
      case .function:
        guard operands.count == 4, open == nil else { throw .invalidArgument("SPIR-V: a function inside another") }
        try Self.check(operands[first + 1], below: bound)
        open = (operands[first + 1], start, [])
        firstFunction = min(firstFunction, start)
      case .functionCall where operands.count >= 3: open?.callees.append(operands[first + 2])
      case .functionEnd:
        guard let function = open else { throw .invalidArgument("SPIR-V: the end of a function that did not start") }
        functions.append(
          Function(
            id: function.id, name: names[function.id].map(string(in:)) ?? "?", range: function.start..<reader.offset,
            callees: function.callees))
        open = nil
      default: break
      }
    }
    guard open == nil else { throw .invalidArgument("SPIR-V: the last function does not end") }
    globalEnd = firstFunction
  }

  /// Puts the module's types, constants and imports into `pool`; returns what its identifiers stand for.
  func globals(into pool: inout GlobalPool) throws(RenderError) -> References {
    var references = References(bound: bound)
    var reader = InstructionReader(words[5..<globalEnd])
    while let (number, operands) = try reader.nextRaw() {
      // Names, decorations and what belongs to the entry point mean nothing for a function that is lifted out.
      guard let opcode = Opcode(rawValue: number), Self.isGlobal(opcode) else { continue }
      let layout = Opcode.layouts[Int(number)]!
      guard operands.count >= layout.minimumCount else {
        throw .invalidArgument("SPIR-V: \(opcode.text) has \(operands.count) operands")
      }
      if opcode == .extInstImport, string(in: operands.dropFirst()) != "GLSL.std.450" {
        throw .unsupported("SPIR-V: instructions of \(string(in: operands.dropFirst())) have no place in a formula")
      }
      var entry = GlobalPool.Entry(opcode: opcode, type: nil, operands: [])
      var result: ID?
      for (index, word) in operands.enumerated() {
        switch layout.word(at: index) {
        case .type: entry.type = try Self.entry(word, references)
        case .result: result = word
        case .id: entry.operands.append(UInt32(try Self.entry(word, references)))
        default: entry.operands.append(word)
        }
      }
      try Self.check(entry, in: pool)
      guard let result else { continue }
      try Self.check(result, below: bound)
      references[result] = LibraryFunction.Reference.global(pool.intern(entry)).word
    }
    return references
  }

  private static func check(_ id: ID, below bound: UInt32) throws(RenderError) {
    guard id < bound else { throw .invalidArgument("SPIR-V: %\(id) is not below the module's bound, \(bound)") }
  }

  private static func isGlobal(_ opcode: Opcode) -> Bool {
    switch opcode {
    case .extInstImport, .typeVoid, .typeBool, .typeInt, .typeFloat, .typeVector, .typeMatrix, .typeArray, .typeStruct,
      .typePointer, .typeFunction, .constantTrue, .constantFalse, .constant, .constantComposite, .constantNull, .undef:
      true
    default: false
    }
  }

  private static func entry(_ id: ID, _ references: References) throws(RenderError) -> GlobalPool.Index {
    guard let word = references[id], case .global(let index) = LibraryFunction.Reference(word) else {
      throw .invalidArgument("SPIR-V: %\(id) is used before it is declared")
    }
    return index
  }

  /// Refuses what the rest of the target relies on not to occur.
  private static func check(_ entry: GlobalPool.Entry, in pool: GlobalPool) throws(RenderError) {
    func isType(_ index: UInt32) -> Bool { pool.entries[Int(index)].opcode.isType }
    let isSound =
      switch entry.opcode {
      case .typeVector, .typeMatrix: (2...4).contains(entry.operands[1]) && isType(entry.operands[0])
      case .typeArray:
        isType(entry.operands[0]) && pool.integer(Int(entry.operands[1])).map { (1...65536).contains($0) } ?? false
      case .typeStruct, .typeFunction: entry.operands.allSatisfy(isType)
      case .typePointer: isType(entry.operands[1])
      case .constant: !entry.operands.isEmpty && isType(UInt32(entry.type!))
      case .constantTrue, .constantFalse, .constantNull, .undef: isType(UInt32(entry.type!))
      case .constantComposite where !isType(UInt32(entry.type!)): false
      case .constantComposite:
        pool.scalars(of: entry.type!) == nil
          || entry.operands.flatMap { pool.entries[Int($0)].type.flatMap(pool.scalars) ?? [] }
            == pool.scalars(of: entry.type!)
      default: true
      }
    guard isSound, pool.depth(of: entry) <= 32 else {
      throw .invalidArgument("SPIR-V: \(entry.opcode.text) has operands that do not fit")
    }
  }

  /// The function with its identifiers as references.
  ///
  /// - Parameter locals: of this module, used for one function after another.
  func lifted(
    _ function: Function, _ references: References, _ locals: inout LocalNumbering, _ pool: GlobalPool,
    _ others: SharedPrefixList<LibraryFunction>
  ) throws(RenderError) -> LibraryFunction {
    var callees: [Int] = []
    var reads = false
    func local(_ id: ID, _ locals: inout LocalNumbering) throws(RenderError) -> Int {
      try Self.check(id, below: bound)
      return locals.number(of: id)
    }

    var lifted = LibraryFunction(
      name: function.name, result: 0, parameters: [], words: [], parameterWords: [], blocks: [], localCount: 0,
      decorations: [], callees: [], depth: 1, reads: false, tells: function.name == FormulaCode.openLoopsFunction)
    lifted.words.reserveCapacity(function.range.count)
    locals.startFunction()
    var reader = InstructionReader(words[function.range])
    while let instruction = try reader.next() {
      let start = lifted.words.count
      lifted.words.append(words[instruction.words.startIndex - 1])
      for (index, word) in instruction.words.enumerated() {
        switch instruction.layout.word(at: index) {
        case .number, .string, .pair: lifted.words.append(word)
        case .type:
          guard let type = references[word], case .global(let index) = LibraryFunction.Reference(type),
            pool.entries[index].opcode.isType
          else { throw .invalidArgument("SPIR-V: %\(word) in \(function.name) is not a type") }
          lifted.words.append(type)
          if instruction.opcode == .function { lifted.result = index }
          if instruction.opcode == .functionParameter { lifted.parameters.append(index) }
        case .result:
          // A function's own name is local to it: nothing else in its words may mean it.
          guard references[word] == nil else { throw .invalidArgument("SPIR-V: %\(word) is declared twice") }
          let number = try local(word, &locals)
          locals.define(number)
          lifted.words.append(LibraryFunction.Reference.local(number).word)
        case .id:
          guard let target = references[word] else {
            lifted.words.append(LibraryFunction.Reference.local(try local(word, &locals)).word)
            continue
          }
          lifted.words.append(target)
          let reference = LibraryFunction.Reference(target)
          switch reference {
          case .function, .reader:
            guard instruction.opcode == .functionCall, index == 2 else {
              throw .invalidArgument("SPIR-V: \(function.name) uses a function other than by calling it")
            }
          default: break
          }
          if case .function(let index) = reference {
            if !callees.contains(index) { callees.append(index) }
            reads = reads || others[index].reads
            lifted.tells = lifted.tells || others[index].tells
            lifted.depth = max(lifted.depth, others[index].depth + 1)
          }
          if case .reader = reference { reads = true }
        }
      }
      lifted.noteStructure(of: instruction.opcode, from: start)
    }
    guard lifted.depth <= 64 else {
      throw .limit("SPIR-V: depth of calls in \(function.name)", requested: UInt64(lifted.depth), allowed: 64)
    }
    if let id = locals.undefined {
      throw .unsupported("SPIR-V: \(function.name) uses %\(id), which is neither its own nor a constant")
    }
    for (number, id) in locals.ids.enumerated() {
      let word = LibraryFunction.Reference.local(number).word
      for decoration in decorations[id] ?? [] { lifted.decorations.append([word] + decoration) }
    }
    (lifted.localCount, lifted.callees, lifted.reads) = (locals.ids.count, callees, reads)
    return lifted
  }
}
