/// The state of a function call during widening.
struct CallWalk {
  /// The meaning of an identifier of a function. A single compact type, because each call has a list of them.
  struct Binding {
    /// The lanes of a value; empty for other bindings.
    var lanes: Lanes = []
    private var kind: Int32 = none
    private var typeIndex: Int32 = 0
    /// The first lane of the pointee in its variable; or the index of a block.
    private var number: Int32 = 0

    private static let (none, value, block): (Int32, Int32, Int32) = (-1, -2, -3)

    /// Creates the binding of an undefined identifier.
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
    /// The type of a value, or of the pointee.
    var type: GlobalPool.Index { Int(typeIndex) }
    /// The variable of a pointer; nil for other bindings.
    var variable: Int? { kind >= 0 ? Int(kind) : nil }
    var offset: Int { Int(number) }
    var block: Int? { kind == Self.block ? Int(number) : nil }
  }

  private let words: [UInt32]
  private var locals: [Binding]
  private let blocks: [LibraryFunction.Block]
  /// The label of the first block.
  let entry: UInt32
  /// Whether the function reports open loops.
  let reportsOpenLoops: Bool
  /// The number of enclosing branches.
  var depth = 0
  /// The labels of the continue and merge blocks of enclosing loops, to which only the loop itself branches.
  var fences: Set<UInt32> = []

  init(of function: LibraryFunction, _ arguments: [Binding]) throws(NotWidenable) {
    guard let entry = function.blocks.first, arguments.count == function.parameterWords.count else {
      throw NotWidenable()
    }
    (words, blocks, self.entry, reportsOpenLoops) = (
      function.words, function.blocks, entry.label, function.reportsOpenLoops
    )
    locals = Array(repeating: Binding(), count: function.localCount)
    for (number, block) in blocks.enumerated() { bind(block.label, Binding(block: number)) }
    for (word, argument) in zip(function.parameterWords, arguments) { bind(word, argument) }
  }

  /// Returns the instructions after a label; nil if there is no such block.
  func block(_ label: UInt32) -> ArraySlice<UInt32>? {
    binding(label)?.block.map { words[blocks[$0].range] }
  }

  /// Returns the index of a local identifier; nil for other words.
  private func local(_ word: UInt32) -> Int? {
    guard case .local(let index) = LibraryFunction.Reference(word), locals.indices.contains(index) else { return nil }
    return index
  }

  mutating func bind(_ word: UInt32, _ value: Binding) {
    if let index = local(word) { locals[index] = value }
  }

  func binding(_ word: UInt32) -> Binding? {
    guard let index = local(word), locals[index].isKnown else { return nil }
    return locals[index]
  }

  /// Returns the library entry of a word: a type or a constant; nil for other words.
  func global(_ word: UInt32) -> GlobalPool.Index? {
    if case .global(let index) = LibraryFunction.Reference(word) { index } else { nil }
  }
}
