import ImageGraph

/// Returns a module as text, one instruction a line, with the names of functions.
package func disassembly(of words: [UInt32]) throws(RenderError) -> String {
  guard words.count >= 5, words[0] == ModuleBuilder.magic else { throw .invalidArgument("SPIR-V: not a module") }
  var lines = ["; SPIR-V \(words[1] >> 16 & 0xff).\(words[1] >> 8 & 0xff), bound \(words[3])"]
  var names: [UInt32: String] = [:]
  var reader = InstructionReader(words[5...])
  var floats: Set<UInt32> = []
  func text(_ id: UInt32) -> String { names[id].map { "%\($0)" } ?? "%\(id)" }

  while let instruction = try reader.next(isKernel: true) {
    if instruction.opcode == .name {
      names[instruction[0]] = string(in: instruction.words.dropFirst())
      continue
    }
    var (type, result) = ("", "")
    var operands: [String] = []
    for index in 0..<instruction.operandCount {
      let word = instruction[index]
      switch instruction.layout.word(at: index) {
      case .type: type = " " + text(word)
      case .result: result = text(word) + " = "
      case .id: operands.append(text(word))
      case .number where instruction.opcode == .constant && floats.contains(instruction[0]):
        operands.append("\(Float(bitPattern: word))")
      case .number, .pair: operands.append(String(word))
      case .string:
        operands.append("\"\(string(in: instruction.words.dropFirst(index)))\"")
      }
      if instruction.layout.word(at: index) == .string { break }
    }
    if instruction.opcode == .typeFloat, instruction[1] == 32 { floats.insert(instruction[0]) }
    if instruction.opcode == .function { lines.append("") }
    let isOuter = [.function, .functionParameter, .functionEnd, .label].contains(instruction.opcode)
    let indent = isOuter || !lines.contains("") ? "" : "  "
    lines.append(indent + result + instruction.opcode.text + type + operands.map { " " + $0 }.joined())
  }
  return lines.joined(separator: "\n") + "\n"
}
