import ImageGraph

/// A parsed module of glslang: globals, names, and the ranges of functions.
struct ModuleReader {
  struct Function {
    var id: ID
    var name: String
    var range: Range<Int>
    var callees: [ID]

    /// The n of the function `readN`.
    var readerNumber: Int? {
      guard name.hasPrefix("read"), name.hasSuffix("(vf2;") else { return nil }
      let digits = name.dropFirst(4).dropLast(5)
      return digits.count == 1 ? Int(digits) : nil
    }
  }

  private let words: [UInt32]
  private let globalEnd: Int
  /// The bound of the module, which is greater than every identifier.
  let bound: UInt32
  private(set) var functions: [Function] = []
  private var decorations: [ID: [[UInt32]]] = [:]

  /// The maximum bound: more identifiers than any formula needs.
  private static let boundLimit: UInt32 = 1 << 20
  private static let noContraction: UInt32 = 42

  init(_ words: [UInt32]) throws(RenderError) {
    guard words.count >= 5, words[0] == ModuleBuilder.magic else {
      throw .invalidArgument("SPIR-V: the module has no valid header")
    }
    guard words[3] <= Self.boundLimit else {
      throw .limit("SPIR-V: identifiers", requested: UInt64(words[3]), allowed: UInt64(Self.boundLimit))
    }
    (self.words, bound) = (words, words[3])
    // Only the names of functions are used.
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
        guard let function = open else { throw .invalidArgument("SPIR-V: the end of a function without its start") }
        functions.append(
          Function(
            id: function.id, name: names[function.id].map(string(in:)) ?? "?", range: function.start..<reader.offset,
            callees: function.callees))
        open = nil
      default: break
      }
    }
    guard open == nil else { throw .invalidArgument("SPIR-V: unterminated function") }
    globalEnd = firstFunction
  }

  /// Adds the module's types, constants and imports to `pool`; returns the references of its identifiers.
  func globals(into pool: inout GlobalPool) throws(RenderError) -> References {
    var references = References(bound: bound)
    var reader = InstructionReader(words[5..<globalEnd])
    while let (number, operands) = try reader.nextRaw() {
      // Names, decorations and entry-point instructions are not part of an extracted function.
      guard let opcode = Opcode(rawValue: number), Self.isGlobal(opcode) else { continue }
      let layout = Opcode.layouts[Int(number)]!
      guard operands.count >= layout.minimumCount else {
        throw .invalidArgument("SPIR-V: \(opcode.text) has \(operands.count) operands")
      }
      if opcode == .extInstImport, string(in: operands.dropFirst()) != "GLSL.std.450" {
        throw .unsupported("SPIR-V: instructions of \(string(in: operands.dropFirst())) are not supported in a formula")
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

  /// Rejects entries that violate invariants of the target.
  private static func check(_ entry: GlobalPool.Entry, in pool: GlobalPool) throws(RenderError) {
    func isType(_ index: UInt32) -> Bool { pool.entries[Int(index)].opcode.isType }
    let isValid =
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
    guard isValid, pool.depth(of: entry) <= 32 else {
      throw .invalidArgument("SPIR-V: \(entry.opcode.text) has invalid operands")
    }
  }

  /// Returns the function with its identifiers as references.
  ///
  /// - Parameter locals: the numbering of this module, reused for each function.
  func extracted(
    _ function: Function, _ references: References, _ locals: inout LocalNumbering, _ pool: GlobalPool,
    _ others: SharedPrefixList<LibraryFunction>
  ) throws(RenderError) -> LibraryFunction {
    var callees: [Int] = []
    var reads = false
    func local(_ id: ID, _ locals: inout LocalNumbering) throws(RenderError) -> Int {
      try Self.check(id, below: bound)
      return locals.number(of: id)
    }

    var extracted = LibraryFunction(
      name: function.name, result: 0, parameters: [], words: [], parameterWords: [], blocks: [], localCount: 0,
      decorations: [], callees: [], depth: 1, reads: false,
      reportsOpenLoops: function.name == FormulaCode.openLoopsFunction)
    extracted.words.reserveCapacity(function.range.count)
    locals.startFunction()
    var reader = InstructionReader(words[function.range])
    while let instruction = try reader.next() {
      let start = extracted.words.count
      extracted.words.append(words[instruction.words.startIndex - 1])
      for (index, word) in instruction.words.enumerated() {
        switch instruction.layout.word(at: index) {
        case .number, .string, .pair: extracted.words.append(word)
        case .type:
          guard let type = references[word], case .global(let index) = LibraryFunction.Reference(type),
            pool.entries[index].opcode.isType
          else { throw .invalidArgument("SPIR-V: %\(word) in \(function.name) is not a type") }
          extracted.words.append(type)
          if instruction.opcode == .function { extracted.result = index }
          if instruction.opcode == .functionParameter { extracted.parameters.append(index) }
        case .result:
          // A function's own identifier is local; no other word of it may refer to it.
          guard references[word] == nil else { throw .invalidArgument("SPIR-V: %\(word) is declared twice") }
          let number = try local(word, &locals)
          locals.define(number)
          extracted.words.append(LibraryFunction.Reference.local(number).word)
        case .id:
          guard let target = references[word] else {
            extracted.words.append(LibraryFunction.Reference.local(try local(word, &locals)).word)
            continue
          }
          extracted.words.append(target)
          let reference = LibraryFunction.Reference(target)
          switch reference {
          case .function, .reader:
            guard instruction.opcode == .functionCall, index == 2 else {
              throw .invalidArgument("SPIR-V: \(function.name) uses a function other than in a call")
            }
          default: break
          }
          if case .function(let index) = reference {
            if !callees.contains(index) { callees.append(index) }
            reads = reads || others[index].reads
            extracted.reportsOpenLoops = extracted.reportsOpenLoops || others[index].reportsOpenLoops
            extracted.depth = max(extracted.depth, others[index].depth + 1)
          }
          if case .reader = reference { reads = true }
        }
      }
      extracted.noteStructure(of: instruction.opcode, from: start)
    }
    guard extracted.depth <= 64 else {
      throw .limit("SPIR-V: depth of calls in \(function.name)", requested: UInt64(extracted.depth), allowed: 64)
    }
    if let id = locals.undefined {
      throw .unsupported("SPIR-V: \(function.name) uses %\(id), which is neither local nor a constant")
    }
    for (number, id) in locals.ids.enumerated() {
      let word = LibraryFunction.Reference.local(number).word
      for decoration in decorations[id] ?? [] { extracted.decorations.append([word] + decoration) }
    }
    (extracted.localCount, extracted.callees, extracted.reads) = (locals.ids.count, callees, reads)
    return extracted
  }
}
