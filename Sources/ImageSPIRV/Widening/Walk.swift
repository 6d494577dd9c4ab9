/// One call of a function that is being walked.
struct Walk {
  /// What an identifier of a function stands for.
  enum Held {
    case value(Lanes, type: GlobalPool.Index)
    /// `count` lanes of a variable, from `offset`.
    case pointer(variable: Int, offset: Int, pointee: GlobalPool.Index)
  }

  private var locals: [Held?]
  /// The instructions after each label.
  private(set) var blocks: [UInt32: ArraySlice<UInt32>] = [:]
  /// The label of the first block.
  let entry: UInt32
  /// The function tells of loops that do not end.
  let tells: Bool
  /// How many branches enclose the place.
  var depth = 0
  /// Where the loops that enclose the place go on and end: only the loop itself goes there.
  var fences: Set<UInt32> = []

  init(of function: ShaderFunction, _ arguments: [Held]) throws {
    tells = function.tells
    locals = Array(repeating: nil, count: function.localCount)
    var rest = arguments[...]
    var entry: UInt32?
    var open: (label: UInt32, start: Int)?
    var reader = InstructionReader(function.words)
    var parameters: [(word: UInt32, value: Held)] = []
    while true {
      let start = reader.offset
      guard let (opcode, words) = try reader.nextRaw() else { break }
      switch opcode {
      case Opcode.functionParameter.rawValue:
        guard let argument = rest.popFirst(), words.count == 2 else { throw NotWidenable() }
        parameters.append((words[words.startIndex + 1], argument))
      case Opcode.label.rawValue, Opcode.functionEnd.rawValue:
        if let open { blocks[open.label] = function.words[open.start..<start] }
        guard opcode == Opcode.label.rawValue, let label = words.first else { continue }
        entry = entry ?? label
        open = (label, reader.offset)
      default: continue
      }
    }
    guard let entry else { throw NotWidenable() }
    self.entry = entry
    for (word, value) in parameters { hold(word, value) }
  }

  /// The function's own identifier that a word names.
  private func local(_ word: UInt32) -> Int? {
    guard case .local(let index) = ShaderFunction.Reference(word), locals.indices.contains(index) else { return nil }
    return index
  }

  mutating func hold(_ word: UInt32, _ value: Held) {
    if let index = local(word) { locals[index] = value }
  }

  func held(_ word: UInt32) -> Held? { local(word).flatMap { locals[$0] } }

  /// The entry of the library that a word names: a type or a constant.
  func global(_ word: UInt32) -> GlobalPool.Index? {
    if case .global(let index) = ShaderFunction.Reference(word) { index } else { nil }
  }
}
