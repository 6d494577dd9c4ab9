/// The meanings of a function's words: values, types and constants.
extension Widener {
  /// Returns the value of a word.
  mutating func value(_ word: UInt32, _ walk: CallWalk) throws -> (lanes: Lanes, type: GlobalPool.Index) {
    let binding = try binding(word, walk)
    guard binding.isValue else { throw NotWidenable() }
    return (binding.lanes, binding.type)
  }

  /// Returns the value or pointer of a word.
  mutating func binding(_ word: UInt32, _ walk: CallWalk) throws -> CallWalk.Binding {
    if let index = walk.global(word) {
      if let cached = constants[index] { return cached }
      let constant = try constant(index)
      let binding = CallWalk.Binding(constant.lanes, type: constant.type)
      constants[index] = binding
      return binding
    }
    // A label is neither, and has no meaning in another function.
    guard let binding = walk.binding(word), binding.block == nil else { throw NotWidenable() }
    return binding
  }

  // These functions change nothing; they are mutating to avoid a copy of the widener for each call.

  /// Returns the components of a type, in order.
  mutating func scalars(_ type: GlobalPool.Index) throws -> [ScalarLane] {
    guard let scalars = library.pool.scalars(of: type) else { throw NotWidenable() }
    return scalars
  }

  /// Returns the number of rows of a matrix.
  mutating func rowCount(_ matrix: GlobalPool.Index) throws -> Int {
    guard library.pool.entries[matrix].opcode == .typeMatrix, let column = library.pool.element(0, of: matrix) else {
      throw NotWidenable()
    }
    return try scalars(column.type).count
  }

  /// Returns the type at a path into a composite, and the number of components before it.
  mutating func element(
    _ path: ArraySlice<UInt32>, of type: GlobalPool.Index
  ) throws -> (offset: Int, type: GlobalPool.Index) {
    var (offset, type) = (0, type)
    for index in path {
      guard let element = library.pool.element(Int(index), of: type) else { throw NotWidenable() }
      (offset, type) = (offset + element.offset, element.type)
    }
    return (offset, type)
  }

  /// Returns the null constant of a scalar type.
  mutating func zero(_ scalar: ScalarLane) -> LaneKind { kernel.emitter.null(scalar) }

  /// Returns lanes for a variable without a stored value.
  mutating func undefined(_ type: GlobalPool.Index) throws -> Lanes {
    try scalars(type).map { zero($0) }
  }

  /// Returns the lanes of a constant of the library.
  private mutating func constant(_ index: GlobalPool.Index) throws -> (lanes: Lanes, type: GlobalPool.Index) {
    let entry = library.pool.entries[index]
    guard let type = entry.type else { throw NotWidenable() }
    switch entry.opcode {
    case .constantComposite:
      var lanes: Lanes = []
      for element in entry.operands { lanes += try constant(Int(element)).lanes }
      guard lanes.map(\.scalar) == (try scalars(type)) else { throw NotWidenable() }
      return (lanes, type)
    case .constantNull, .undef: return (try undefined(type), type)
    case .constant, .constantTrue, .constantFalse:
      let scalars = try scalars(type)
      guard scalars.count == 1 else { throw NotWidenable() }
      return ([kernel.emitter.constant(kernel.globalID(index), scalars[0])], type)
    default: throw NotWidenable()
    }
  }
}
