/// The interned types, constants and imports of all modules of a library.
struct GlobalPool: Sendable {
  typealias Index = Int

  struct Entry: Hashable, Sendable {
    var opcode: Opcode
    /// The type of a constant; nil for other entries.
    var type: Index?
    /// The operands. Those that the opcode's layout marks as identifiers are indices of entries.
    var operands: [UInt32]

    /// Hashes all operands with one call instead of one by one: a module has hundreds of entries.
    func hash(into hasher: inout Hasher) {
      hasher.combine(UInt64(opcode.rawValue) << 32 | UInt64(truncatingIfNeeded: type ?? -1))
      operands.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private(set) var entries = SharedPrefixList<Entry>()
  private var indices = SharedPrefixTable<Entry, Index>()
  private var scalarLists = SharedPrefixList<[ScalarLane]?>()
  private var depths = SharedPrefixList<Int>()

  /// See `SharedPrefixList`.
  mutating func share() {
    entries.share()
    indices.share()
    scalarLists.share()
    depths.share()
  }

  mutating func intern(_ entry: Entry) -> Index {
    if let index = indices[entry] { return index }
    scalarLists.append(entry.type == nil ? scalars(of: entry) : nil)
    depths.append(depth(of: entry))
    entries.append(entry)
    indices[entry] = entries.count - 1
    return entries.count - 1
  }

  /// Returns the nesting depth of an entry: 1 plus that of its deepest operand.
  func depth(of entry: Entry) -> Int {
    var deepest = entry.type.map { depths[$0] } ?? 0
    let (layout, start) = entry.layout
    for (index, word) in entry.operands.enumerated() where layout.word(at: start + index) == .id {
      deepest = max(deepest, depths[Int(word)])
    }
    return deepest + 1
  }

  /// Returns the scalars of a type, in order; nil if it is not composed of scalars only.
  ///
  /// Matrices are column-major. Types with more than 256 scalars return nil.
  func scalars(of type: Index) -> [ScalarLane]? { scalarLists[type] }

  private func scalars(of entry: Entry) -> [ScalarLane]? {
    switch entry.opcode {
    case .typeBool: return [.bool]
    case .typeInt where entry.operands[0] == 32: return [entry.operands[1] == 0 ? .uint : .int]
    case .typeFloat where entry.operands[0] == 32: return [.float]
    case .typeVector, .typeMatrix, .typeArray:
      guard let element = scalars(of: Int(entry.operands[0])), let count = elementCount(of: entry),
        count * element.count <= 256
      else { return nil }
      return Array(repeatElement(element, count: count).joined())
    case .typeStruct:
      var all: [ScalarLane] = []
      for member in entry.operands {
        guard let scalars = scalars(of: Int(member)), all.count + scalars.count <= 256 else { return nil }
        all += scalars
      }
      return all.isEmpty ? nil : all
    default: return nil
    }
  }

  /// Returns the number of elements of a vector, matrix, array or structure.
  private func elementCount(of entry: Entry) -> Int? {
    switch entry.opcode {
    case .typeVector, .typeMatrix: return Int(entry.operands[1])
    case .typeArray:
      let length = entries[Int(entry.operands[1])]
      return length.opcode == .constant ? Int(length.operands[0]) : nil
    case .typeStruct: return entry.operands.count
    default: return nil
    }
  }

  /// Returns the type of an element of a composite and the number of scalars before it; nil if there is no such
  /// element.
  func element(_ index: Int, of type: Index) -> (type: Index, offset: Int)? {
    let entry = entries[type]
    guard let count = elementCount(of: entry), index >= 0, index < count else { return nil }
    guard entry.opcode == .typeStruct else {
      guard let size = scalars(of: Int(entry.operands[0]))?.count else { return nil }
      return (Int(entry.operands[0]), index * size)
    }
    var offset = 0
    for member in entry.operands[..<index] {
      guard let size = scalars(of: Int(member))?.count else { return nil }
      offset += size
    }
    return (Int(entry.operands[index]), offset)
  }

  /// Returns the pointee of a pointer type; nil for other types.
  func pointee(of type: Index) -> Index? {
    entries[type].opcode == .typePointer ? Int(entries[type].operands[1]) : nil
  }

  /// Returns the value of an `int` or `uint` constant.
  func integer(_ constant: Index) -> Int? {
    let entry = entries[constant]
    guard entry.opcode == .constant, let type = entry.type, entries[type].opcode == .typeInt else { return nil }
    return Int(Int32(bitPattern: entry.operands[0]))
  }
}

extension GlobalPool.Entry {
  /// The layout of the operands, and the index of the first operand in the layout.
  fileprivate var layout: (Opcode.Layout, start: Int) {
    (Opcode.layouts[Int(opcode.rawValue)]!, start: type == nil ? 1 : 2)
  }

  /// Returns the type and the operands, with indices of entries replaced by identifiers.
  func mapped(_ change: (GlobalPool.Index) -> ID) -> (type: ID?, operands: [UInt32]) {
    let (layout, start) = layout
    let operands = operands.enumerated().map { index, word in
      layout.word(at: start + index) == .id ? change(Int(word)) : word
    }
    return (type.map(change), operands)
  }
}
