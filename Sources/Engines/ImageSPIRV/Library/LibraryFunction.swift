/// A function lifted out of a module, ready to be placed in any other.
struct LibraryFunction: Hashable, Sendable {
  /// An identifier in the words of a function: what it stands for is in its two highest bits.
  enum Reference: Hashable, Sendable {
    /// A result of the function itself.
    case local(Int)
    case global(GlobalPool.Index)
    /// Another function of the library.
    case function(Int)
    /// The function that reads input n, bound when a kernel is stitched.
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

  /// Instructions up to a jump or the end.
  struct Block: Hashable, Sendable {
    var label: UInt32
    /// Where those behind the label stand in the function's words.
    var range: Range<Int>
  }

  /// As glslang writes it, for example `exposureAdjust(vf4;f1;`.
  var name: String
  var result: GlobalPool.Index
  var parameters: [GlobalPool.Index]
  /// The instructions from OpFunction to OpFunctionEnd, identifiers as references.
  var words: [UInt32]
  /// The identifiers of its parameters.
  var parameterWords: [UInt32]
  var blocks: [Block]
  /// How many local identifiers there are.
  var localCount: Int
  /// Decorations of local identifiers: the identifier and the words after it.
  var decorations: [[UInt32]]
  /// The functions that it calls.
  var callees: [Int]
  /// How many calls deep it goes, itself included.
  var depth: Int
  /// True when it, or a function that it calls, reads an input.
  var reads: Bool
  /// True when it, or a function that it calls, tells whether its loops ended: `FormulaCode.openLoopsFunction`.
  var tells: Bool

  /// To be called behind each instruction that is added.
  ///
  /// - Parameter start: where its first word stands.
  mutating func noteStructure(of opcode: Opcode, from start: Int) {
    switch opcode {
    case .functionParameter: parameterWords.append(words[words.count - 1])
    case .label, .functionEnd:
      if let last = blocks.indices.last { blocks[last].range = blocks[last].range.lowerBound..<start }
      if opcode == .label { blocks.append(Block(label: words[words.count - 1], range: words.count..<words.count)) }
    default: break
    }
  }

  /// By what tells functions apart, at once rather than word by word.
  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    words.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
