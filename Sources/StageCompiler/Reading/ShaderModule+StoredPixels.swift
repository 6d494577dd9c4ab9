import SPIRVInstructions

/// Formulas that choose among the colours that they read: each component of what they give is that component of one of
/// them, found by comparing. What the components' bits mean does not matter, as long as more means more.
extension ShaderModule {
  /// True for functions that do nothing to whole colours but to read and keep them, and to take the lesser or greater
  /// of each component.
  func choosesColors(_ function: ShaderFunction) -> Bool {
    guard function.parameters.allSatisfy({ !isColor(typeOf[$0]) }) else { return false }
    return function.blocks.allSatisfy { block in
      block.phis.allSatisfy { !isColor($0.type) } && block.body.allSatisfy(choosesColors)
    }
  }

  private func choosesColors(_ instruction: ShaderInstruction) -> Bool {
    // Of calls of GLSL's functions the first two words are no values.
    let operands = Array(instruction.operands.dropFirst(instruction.opcode == .extInst ? 2 : 0))
    let usesColors = isColor(instruction.type) || operands.contains { isColor(typeOf[$0]) }
    switch instruction.opcode {
    case .functionCall:
      if reader(operands[0]) != nil { return true }
      return !usesColors && functions[operands[0]].map(choosesColors) ?? false
    // A constant has no bits of a stored pixel.
    case .store: return !usesColors || constants[operands[1]] == nil
    case .variable: return operands.count < 2 || !usesColors
    case .load: return true
    // One component of a colour is a number.
    case .accessChain, .inBoundsAccessChain: return kinds(of: pointee(of: instruction.type!)) != [.float]
    case .extInst:
      // Source: SPIR-V Extended Instructions for GLSL 1.00, section 2: FMin and FMax.
      return !usesColors || [37, 40].contains(instruction.operands[1]) && operands.allSatisfy { constants[$0] == nil }
    default: return !usesColors
    }
  }

  /// A vector of four floats, whatever colours count as.
  private func isColor(_ type: ID?) -> Bool {
    guard let type, case .repeated(let element, count: 4)? = types[type] else { return false }
    return [[.float, .float, .float, .float], [.pixel]].contains(kinds(of: type)) && kinds(of: element) == [.float]
  }

  /// The same module with a colour as one number.
  var ofStoredPixels: ShaderModule {
    var module = self
    module.countColorsAsOne { [self] in isColor($0) }
    return module
  }
}
