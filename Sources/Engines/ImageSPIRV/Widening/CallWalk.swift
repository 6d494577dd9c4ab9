/// One call of a function that is being walked.
struct CallWalk {
  /// What an identifier of a function stands for: one small form for all, as each call has a list of them.
  struct Held {
    /// Of a value; of other things none.
    var lanes: Lanes = []
    private var kind: Int32 = none
    private var typeIndex: Int32 = 0
    /// The first of a variable's lanes that a pointer points to; the number of a block.
    private var number: Int32 = 0

    private static let (none, value, block): (Int32, Int32, Int32) = (-1, -2, -3)

    /// Of what nothing is known yet.
    init() {}

    init(_ lanes: Lanes, type: GlobalPool.Index) {
      (self.lanes, kind, typeIndex) = (lanes, Self.value, Int32(type))
    }

    init(pointerTo variable: Int, offset: Int = 0, type: GlobalPool.Index) {
      (kind, typeIndex, number) = (Int32(variable), Int32(type), Int32(offset))
    }

    init(block: Int) { (kind, number) = (Self.block, Int32(block)) }

    var isValue: Bool { kind == Self.value }
    var isKnown: Bool { kind != Self.none }
    /// Of a value, or of what a pointer points to.
    var type: GlobalPool.Index { Int(typeIndex) }
    /// What a pointer points into; nil for other things.
    var variable: Int? { kind >= 0 ? Int(kind) : nil }
    var offset: Int { Int(number) }
    var block: Int? { kind == Self.block ? Int(number) : nil }
  }

  private let words: [UInt32]
  private var locals: [Held]
  private let blocks: [LibraryFunction.Block]
  /// The label of the first block.
  let entry: UInt32
  /// The function tells of loops that do not end.
  let tells: Bool
  /// How many branches enclose the place.
  var depth = 0
  /// Where the loops that enclose the place go on and end: only the loop itself goes there.
  var fences: Set<UInt32> = []

  init(of function: LibraryFunction, _ arguments: [Held]) throws(NotWidenable) {
    guard let entry = function.blocks.first, arguments.count == function.parameterWords.count else {
      throw NotWidenable()
    }
    (words, blocks, self.entry, tells) = (function.words, function.blocks, entry.label, function.tells)
    locals = Array(repeating: Held(), count: function.localCount)
    for (number, block) in blocks.enumerated() { hold(block.label, Held(block: number)) }
    for (word, argument) in zip(function.parameterWords, arguments) { hold(word, argument) }
  }

  /// The instructions behind a label; nil where there is none.
  func block(_ label: UInt32) -> ArraySlice<UInt32>? {
    held(label)?.block.map { words[blocks[$0].range] }
  }

  /// The function's own identifier that a word names.
  private func local(_ word: UInt32) -> Int? {
    guard case .local(let index) = LibraryFunction.Reference(word), locals.indices.contains(index) else { return nil }
    return index
  }

  mutating func hold(_ word: UInt32, _ value: Held) {
    if let index = local(word) { locals[index] = value }
  }

  func held(_ word: UInt32) -> Held? {
    guard let index = local(word), locals[index].isKnown else { return nil }
    return locals[index]
  }

  /// The entry of the library that a word names: a type or a constant.
  func global(_ word: UInt32) -> GlobalPool.Index? {
    if case .global(let index) = LibraryFunction.Reference(word) { index } else { nil }
  }
}
