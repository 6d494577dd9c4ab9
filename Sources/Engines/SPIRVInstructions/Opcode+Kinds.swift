extension Opcode {
  /// Whether the instruction works component by component, and so also pixel by pixel.
  package var isElementWise: Bool {
    switch self {
    case .convertFToU, .convertFToS, .convertSToF, .convertUToF, .bitcast, .isNan, .isInf, .not, .bitReverse, .bitCount:
      true
    default:
      (Opcode.sNegate.rawValue...Opcode.fMod.rawValue).contains(rawValue)
        || (Opcode.logicalEqual.rawValue...Opcode.logicalNot.rawValue).contains(rawValue)
        || (Opcode.iEqual.rawValue...Opcode.bitwiseAnd.rawValue).contains(rawValue)
    }
  }

  /// Whether the instruction ends a block, or is allowed only at the start or the end of one.
  package var endsBlock: Bool {
    switch self {
    case .selectionMerge, .loopMerge, .phi, .branch, .switch, .kill, .return, .returnValue, .unreachable: true
    default: false
    }
  }
}
