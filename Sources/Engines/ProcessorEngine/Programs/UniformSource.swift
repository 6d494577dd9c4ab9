import CStages

/// The source of a uniform of a step.
enum UniformSource: Hashable {
  /// A word of an argument slot.
  case slot(Int, word: Int)
  case constant(Float)
  /// A half of the address of a kernel's state in the dispatch, by the kernel's index: 0 is the lower half, 1 the upper
  /// half.
  case stage(Int, half: Int)
  /// A half of the address of a stage.
  case address(UInt32)
  /// A uniform of the table of a transfer function, by its index. The preceding `TRANSFER_FORMULA_UNIFORMS` are the
  /// parameters of the function.
  case transferTable(TransferTable.Direction, Int)
}

extension UniformSource {
  /// Returns the uniforms that follow those of a transfer function's formula: the address of the formula's own stage,
  /// and the table.
  static func table(of direction: TransferTable.Direction, formula: StageCode.Function?) -> [UniformSource] {
    let address = UInt64(UInt(bitPattern: unsafeBitCast(formula, to: UnsafeRawPointer?.self)))
    return [.address(UInt32(truncatingIfNeeded: address)), .address(UInt32(truncatingIfNeeded: address >> 32))]
      + (2..<Int(TRANSFER_UNIFORMS)).map { .transferTable(direction, $0) }
  }
}
