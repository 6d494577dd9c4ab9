/// What words of a function stand for: values, types and constants.
extension Widener {
  /// The value that a word names.
  mutating func value(_ word: UInt32, _ walk: CallWalk) throws -> (lanes: Lanes, type: GlobalPool.Index) {
    let held = try held(word, walk)
    guard held.isValue else { throw NotWidenable() }
    return (held.lanes, held.type)
  }

  /// The value or pointer that a word names.
  mutating func held(_ word: UInt32, _ walk: CallWalk) throws -> CallWalk.Held {
    if let index = walk.global(word) {
      if let known = constants[index] { return known }
      let constant = try constant(index)
      let held = CallWalk.Held(constant.lanes, type: constant.type)
      constants[index] = held
      return held
    }
    // A label is neither, and means nothing to another function.
    guard let held = walk.held(word), held.block == nil else { throw NotWidenable() }
    return held
  }

  // These change nothing; they are mutating because all of a widener was copied for each of their calls.

  /// The components of a type, in order.
  mutating func scalars(_ type: GlobalPool.Index) throws -> [ScalarLane] {
    guard let scalars = library.pool.scalars(of: type) else { throw NotWidenable() }
    return scalars
  }

  /// How many components a column of a matrix has.
  mutating func rowCount(_ matrix: GlobalPool.Index) throws -> Int {
    guard library.pool.entries[matrix].opcode == .typeMatrix, let column = library.pool.element(0, of: matrix) else {
      throw NotWidenable()
    }
    return try scalars(column.type).count
  }

  /// What lies at a path into a composite: its type, and how many components stand before it.
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

  /// The null constant of a scalar type.
  mutating func zero(_ scalar: ScalarLane) -> LaneKind { kernel.emitter.null(scalar) }

  /// Lanes for a value that nothing was stored to.
  mutating func undefined(_ type: GlobalPool.Index) throws -> Lanes {
    try scalars(type).map { zero($0) }
  }

  /// The lanes of a constant of the library.
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
