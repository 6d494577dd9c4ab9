import SPIRVInstructions

/// Formulas that do so little with the colours they read that stored bits do for colours.
///
/// Those that choose: each component of what they give is that component of one of them, found by comparing. What the
/// bits mean does not matter, as long as more means more. And those that add: sums of whole numbers are exact.
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

  /// True for functions that add whole colours to 0, and multiply the sum with a number, which they return.
  func addsColors(_ function: ShaderFunction) -> Bool {
    guard function.parameters.allSatisfy({ !isColor(typeOf[$0]) }) else { return false }
    var (products, sums): (Set<ShaderID>, Set<ShaderID>) = ([], [])
    for instruction in function.instructions {
      let operands = instruction.operands
      let usesColors = isColor(instruction.type) || operands.contains { isColor(typeOf[$0]) }
      switch instruction.opcode {
      case .functionCall where reader(operands[0]) != nil: sums.insert(instruction.result!)
      case .load where usesColors: sums.insert(instruction.result!)
      case .load: break
      case .fAdd where usesColors:
        guard operands.allSatisfy(sums.contains) else { return false }
        sums.insert(instruction.result!)
      case .vectorTimesScalar where usesColors:
        guard sums.contains(operands[0]) else { return false }
        products.insert(instruction.result!)
      case .store where usesColors:
        let isZero = constants[operands[1]] != nil && bits(of: operands[1]).allSatisfy { $0 == 0 }
        guard isZero || sums.contains(operands[1]) else { return false }
      case .variable where operands.count < 2: break
      case .accessChain, .inBoundsAccessChain: return false
      // The numbers behind the first word or two are no values.
      case .compositeExtract where !isColor(typeOf[operands[0]]): break
      case .extInst where !isColor(instruction.type): break
      default: if usesColors { return false }
      }
    }
    return function.blocks.allSatisfy { block in
      guard block.phis.allSatisfy({ !isColor($0.type) }) else { return false }
      if case .returned(let value?) = block.end { return products.contains(value) }
      return true
    } && products.count == 1
  }

  /// A vector of four floats, whatever colours count as.
  private func isColor(_ type: ShaderID?) -> Bool {
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
