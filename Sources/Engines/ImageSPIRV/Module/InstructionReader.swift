import ImageGraph

/// An instruction in the words of a module.
struct Instruction {
  var layout: Opcode.Layout
  /// The words after the first.
  var words: ArraySlice<UInt32>

  var opcode: Opcode { layout.opcode }
  var operandCount: Int { words.count }
  subscript(index: Int) -> UInt32 { words[words.startIndex + index] }
}

/// A reader of the instructions of an untrusted module, or of a part of one; it checks every length.
package struct InstructionReader {
  private let words: ArraySlice<UInt32>
  private var position: Int

  package init(_ words: ArraySlice<UInt32>) { (self.words, position) = (words, words.startIndex) }
  init(_ words: [UInt32]) { self.init(words[...]) }

  /// The index of the next instruction's first word.
  var offset: Int { position }

  /// Returns the opcode number of the next instruction, which may be unknown, and its words after the first; nil at the
  /// end.
  package mutating func nextRaw() throws(RenderError) -> (opcode: UInt32, words: ArraySlice<UInt32>)? {
    guard position < words.endIndex else { return nil }
    let (first, start) = (words[position], position)
    let count = Int(first >> 16)
    guard count > 0, count <= words.endIndex - start else {
      throw .invalidArgument("SPIR-V: the instruction at word \(start) claims \(count) words, which is not possible")
    }
    position += count
    return (first & 0xffff, words[(start + 1)..<(start + count)])
  }

  /// Returns the next instruction; throws if it is not supported in formulas.
  ///
  /// - Parameter isKernel: whether the words are a whole kernel, which may have further instructions.
  mutating func next(isKernel: Bool = false) throws(RenderError) -> Instruction? {
    let start = position
    guard let (number, words) = try nextRaw() else { return nil }
    guard number < Opcode.layouts.count, let layout = Opcode.layouts[Int(number)],
      isKernel || layout.opcode.isOfFormulas
    else {
      throw .unsupported("SPIR-V: instruction \(number) at word \(start) is not supported in a formula")
    }
    guard words.count >= layout.minimumCount, layout.repeats || words.count == layout.count else {
      throw .invalidArgument("SPIR-V: \(layout.opcode.text) at word \(start) has \(words.count) operands")
    }
    return Instruction(layout: layout, words: words)
  }
}

/// Returns the text in `words`, which ends at its first zero byte.
func string(in words: ArraySlice<UInt32>) -> String {
  var bytes: [UInt8] = []
  for word in words {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let byte = UInt8(truncatingIfNeeded: word >> shift)
      if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns `text` as SPIR-V stores it: bytes in words, low byte first, with at least one zero byte at the end.
func stringWords(_ text: String) -> [UInt32] {
  let bytes = Array(text.utf8)
  var words = [UInt32](repeating: 0, count: bytes.count / 4 + 1)
  for (index, byte) in bytes.enumerated() { words[index / 4] |= UInt32(byte) << UInt32(index % 4 * 8) }
  return words
}
