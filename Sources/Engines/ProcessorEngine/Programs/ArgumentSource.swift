import CStages

/// Where a number of a step comes from.
enum ArgumentSource: Hashable {
  /// A word of an argument slot.
  case slot(Int, word: Int)
  case constant(Float)
  /// Half of the address of a dispatch's kernel, by its number: 0 the lower half, 1 the upper one.
  case stage(Int, half: Int)
  /// Half of the address of a stage.
  case address(UInt32)
  /// A number of the table of a curve that the `CURVE_FORMULA_NUMBERS` before the table's first one tell.
  case curve(CurveTable.Direction, Int)
}

extension ArgumentSource {
  /// What a stage is told behind the numbers of a curve: the formula's own stage, and the curve's table.
  static func table(of direction: CurveTable.Direction, formula: StageCode.Function?) -> [ArgumentSource] {
    let address = UInt64(UInt(bitPattern: unsafeBitCast(formula, to: UnsafeRawPointer?.self)))
    return [.address(UInt32(truncatingIfNeeded: address)), .address(UInt32(truncatingIfNeeded: address >> 32))]
      + (2..<Int(CURVE_NUMBERS)).map { .curve(direction, $0) }
  }
}
