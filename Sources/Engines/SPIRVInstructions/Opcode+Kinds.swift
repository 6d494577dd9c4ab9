extension Opcode {
  /// True when the instruction does the same to each component, and so also to each pixel.
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

  /// True when it is the last instruction of a block, or stands only at the ends of one.
  package var endsBlock: Bool {
    switch self {
    case .selectionMerge, .loopMerge, .phi, .branch, .switch, .kill, .return, .returnValue, .unreachable: true
    default: false
    }
  }
}
