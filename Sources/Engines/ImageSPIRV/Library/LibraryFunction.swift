/// A function extracted from a module, ready to be inserted into another.
struct LibraryFunction: Hashable, Sendable {
  /// An identifier in the words of a function. Its two highest bits are the kind of reference.
  enum Reference: Hashable, Sendable {
    /// A result in the function itself.
    case local(Int)
    case global(GlobalPool.Index)
    /// Another function of the library.
    case function(Int)
    /// The function that reads input n, which is bound when a kernel is stitched.
    case reader(Int)

    private static let kindMask: UInt32 = 0xc000_0000

    init(_ word: UInt32) {
      let index = Int(word & ~Self.kindMask)
      switch word & Self.kindMask {
      case 0: self = .local(index)
      case 0x4000_0000: self = .global(index)
      case 0x8000_0000: self = .function(index)
      default: self = .reader(index)
      }
    }

    var word: UInt32 {
      switch self {
      case .local(let index): UInt32(index)
      case .global(let index): UInt32(index) | 0x4000_0000
      case .function(let index): UInt32(index) | 0x8000_0000
      case .reader(let index): UInt32(index) | 0xc000_0000
      }
    }
  }

  /// A basic block.
  struct Block: Hashable, Sendable {
    var label: UInt32
    /// The range of the instructions after the label, in the function's words.
    var range: Range<Int>
  }

  /// The mangled name of glslang, for example `exposureAdjust(vf4;f1;`.
  var name: String
  var result: GlobalPool.Index
  var parameters: [GlobalPool.Index]
  /// The instructions from OpFunction to OpFunctionEnd; identifiers are references.
  var words: [UInt32]
  /// The identifiers of its parameters.
  var parameterWords: [UInt32]
  var blocks: [Block]
  /// The number of local identifiers.
  var localCount: Int
  /// The decorations of local identifiers: the identifier and the following words.
  var decorations: [[UInt32]]
  /// The functions that it calls.
  var callees: [Int]
  /// The depth of calls, including this function.
  var depth: Int
  /// Whether the function or a callee reads an input.
  var reads: Bool
  /// Whether the function or a callee reports open loops: `FormulaCode.openLoopsFunction`.
  var reportsOpenLoops: Bool

  /// Records the structure. Must be called after each appended instruction.
  ///
  /// - Parameter start: the index of the instruction's first word.
  mutating func noteStructure(of opcode: Opcode, from start: Int) {
    switch opcode {
    case .functionParameter: parameterWords.append(words[words.count - 1])
    case .label, .functionEnd:
      if let last = blocks.indices.last { blocks[last].range = blocks[last].range.lowerBound..<start }
      if opcode == .label { blocks.append(Block(label: words[words.count - 1], range: words.count..<words.count)) }
    default: break
    }
  }

  /// Hashes the name and the words, the words with one call instead of one by one.
  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    words.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
