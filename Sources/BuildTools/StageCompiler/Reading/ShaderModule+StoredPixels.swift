import SPIRVInstructions

/// Formulas that can run on the bits of stored pixels instead of colours.
///
/// Selecting formulas: each component of the result is a component of one of the colours that are read, selected by
/// comparisons. They require only that the format is monotonic. Adding formulas: sums of integers are exact.
extension ShaderModule {
  /// Returns whether a function only reads and stores whole colours, and takes the minimum or maximum of each
  /// component.
  func choosesColors(_ function: ShaderFunction) -> Bool {
    guard function.parameters.allSatisfy({ !isColor(typeOf[$0]) }) else { return false }
    return function.blocks.allSatisfy { block in
      block.phis.allSatisfy { !isColor($0.type) } && block.body.allSatisfy(choosesColors)
    }
  }

  private func choosesColors(_ instruction: ShaderInstruction) -> Bool {
    // The first two operands of an extended instruction are not values.
    let operands = Array(instruction.operands.dropFirst(instruction.opcode == .extInst ? 2 : 0))
    let usesColors = isColor(instruction.type) || operands.contains { isColor(typeOf[$0]) }
    switch instruction.opcode {
    case .functionCall:
      if reader(operands[0]) != nil { return true }
      return !usesColors && functions[operands[0]].map(choosesColors) ?? false
    // A constant is not the bits of a stored pixel.
    case .store: return !usesColors || constants[operands[1]] == nil
    case .variable: return operands.count < 2 || !usesColors
    case .load: return true
    // A component of a colour is a float.
    case .accessChain, .inBoundsAccessChain: return kinds(of: pointee(of: instruction.type!)) != [.float]
    case .extInst:
      // Source: SPIR-V Extended Instructions for GLSL 1.00, section 2: FMin and FMax.
      return !usesColors || [37, 40].contains(instruction.operands[1]) && operands.allSatisfy { constants[$0] == nil }
    default: return !usesColors
    }
  }

  /// Returns whether a function adds whole colours to 0, and returns the sum multiplied by a scalar.
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
      // Literal operands are not values.
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

  /// Returns whether a type is a vector of four floats, or a colour that counts as one pixel.
  private func isColor(_ type: ShaderID?) -> Bool {
    guard let type, case .repeated(let element, count: 4)? = types[type] else { return false }
    return [[.float, .float, .float, .float], [.pixel]].contains(kinds(of: type)) && kinds(of: element) == [.float]
  }

  /// The module with each colour as a single stored pixel.
  var ofStoredPixels: ShaderModule {
    var module = self
    module.countColorsAsOne { [self] in isColor($0) }
    return module
  }
}
