/// A component: of one pixel (narrow), or of four adjacent pixels (wide).
struct LaneKind: Hashable {
  /// A scalar, or a vector of four when wide.
  var id: ID
  var scalar: ScalarLane
  var isWide: Bool
}

/// The components of a value, in order.
typealias Lanes = [LaneKind]

/// An emitter of instructions on lanes. An operation on narrow lanes is scalar. If one operand is wide, the others are
/// splatted to four pixels and the result is wide.
struct LaneEmitter {
  var module = ModuleBuilder()
  /// The slots of the argument buffer that the current function has loaded.
  var loaded: [Int: Lanes] = [:]
  /// The wide copies of narrow lanes.
  private var splats: [ID: ID] = [:]
  /// Whether an identifier is a constant, by identifier.
  private var areConstants: [Bool] = []
  /// The literal true, after a comparison resulted in it.
  private var trueConstant: LaneKind?
  /// The requested null constants, by scalar type.
  private var nulls: [ScalarLane: LaneKind] = [:]

  /// A position in the code, with the lanes that are visible there, for backtracking.
  struct Mark {
    fileprivate var position: Int
    fileprivate var loaded: [Int: Lanes]
    fileprivate var splats: [ID: ID]
  }

  func mark() -> Mark { Mark(position: module.position, loaded: loaded, splats: splats) }

  /// Removes the code after the mark.
  mutating func rewind(to mark: Mark) {
    module.rewind(to: mark.position)
    forget(after: mark)
  }

  /// Forgets the lanes that were loaded and splatted after the mark: they are not visible in code that follows.
  mutating func forget(after mark: Mark) { (loaded, splats) = (mark.loaded, mark.splats) }

  /// Forgets the lanes of a function. Must be called before another function starts.
  mutating func forgetAll() {
    loaded = [:]
    splats = splats.filter { isConstant($0.key) }
  }

  // MARK: Constants

  mutating func constant(_ value: Float) -> LaneKind { constant(module.constant(value), .float) }
  mutating func constant(_ value: Int32) -> LaneKind { constant(module.constant(value), .int) }
  mutating func constant(_ value: UInt32) -> LaneKind { constant(module.constant(value), .uint) }

  /// Returns a lane for a constant of the module.
  mutating func constant(_ id: ID, _ scalar: ScalarLane) -> LaneKind {
    if areConstants.count <= Int(id) {
      areConstants += repeatElement(false, count: Int(id) + 64 - areConstants.count)
    }
    areConstants[Int(id)] = true
    return LaneKind(id: id, scalar: scalar, isWide: false)
  }

  /// Returns the null constant of a scalar type.
  mutating func null(_ scalar: ScalarLane) -> LaneKind {
    if let null = nulls[scalar] { return null }
    let lane = constant(module.global(.constantNull, type: module.type(scalar), []), scalar)
    nulls[scalar] = lane
    return lane
  }

  private func isConstant(_ id: ID) -> Bool { Int(id) < areConstants.count && areConstants[Int(id)] }

  mutating func wideConstant(_ values: [Float]) -> LaneKind {
    let elements = values.map { module.constant($0) }
    return LaneKind(
      id: module.global(.constantComposite, type: module.type(.float, 4), elements), scalar: .float, isWide: true)
  }

  // MARK: Operations

  // Most instructions have one or two operands: these overloads allocate no arrays.

  mutating func operate(_ opcode: Opcode, _ result: ScalarLane, _ a: LaneKind) -> LaneKind {
    LaneKind(id: module.emit(opcode, module.type(result, a.isWide ? 4 : 1), a.id), scalar: result, isWide: a.isWide)
  }

  mutating func operate(_ opcode: Opcode, _ result: ScalarLane, _ a: LaneKind, _ b: LaneKind) -> LaneKind {
    if let same = unchanged(opcode, a, b) { return same }
    let isWide = a.isWide || b.isWide
    let (first, second) = isWide ? (wide(a), wide(b)) : (a.id, b.id)
    return LaneKind(
      id: module.emit(opcode, module.type(result, isWide ? 4 : 1), first, second), scalar: result, isWide: isWide)
  }

  /// Emits an element-wise instruction.
  mutating func operate(_ opcode: Opcode, _ result: ScalarLane, _ operands: Lanes) -> LaneKind {
    let isWide = operands.contains(where: \.isWide)
    let ids = operands.map { isWide ? wide($0) : $0.id }
    return LaneKind(
      id: module.emit(opcode, module.type(result, isWide ? 4 : 1), ids), scalar: result, isWide: isWide)
  }

  /// Returns the result of an operation with literals that needs no instruction: adding 0, multiplying by 0 or 1,
  /// dividing by 1, or 1 > 0. Axes and the alpha of opaque images consist of these literals, and coordinates across an
  /// axis must remain recognisably unchanged. A product with a literal 0 is always 0.
  private mutating func unchanged(_ opcode: Opcode, _ a: LaneKind, _ b: LaneKind) -> LaneKind? {
    let (zero, one) = (module.zero, module.one)
    switch opcode {
    case .fAdd: return a.id == zero ? b : b.id == zero ? a : nil
    case .fSub: return b.id == zero ? a : nil
    case .fDiv: return b.id == one ? a : nil
    case .fOrdGreaterThan: return a.id == one && b.id == zero ? literalTrue() : nil
    case .fMul:
      if a.id == zero || b.id == one { return a }
      return b.id == zero || a.id == one ? b : nil
    default: return nil
    }
  }

  private mutating func literalTrue() -> LaneKind {
    let lane = constant(module.global(.constantTrue, type: module.type(.bool), []), .bool)
    trueConstant = lane
    return lane
  }

  /// Emits an element-wise instruction of GLSL.std.450.
  mutating func extended(_ number: Extended, _ result: ScalarLane, _ operand: LaneKind) -> LaneKind {
    extended(number.rawValue, result, [operand])
  }

  mutating func extended(_ number: UInt32, _ result: ScalarLane, _ operands: Lanes) -> LaneKind {
    let isWide = operands.contains(where: \.isWide)
    let ids = operands.map { isWide ? wide($0) : $0.id }
    let type = module.type(result, isWide ? 4 : 1)
    let id = module.emit(.extInst, type, [module.extendedInstructions(), number] + ids)
    return LaneKind(id: id, scalar: result, isWide: isWide)
  }

  /// Instructions of GLSL.std.450, by the numbers of its specification.
  enum Extended: UInt32 {
    case floor = 8
    case sqrt = 31
    case inverseSqrt = 32
    case packHalf2x16 = 58
    case unpackHalf2x16 = 62
  }

  mutating func add(_ a: LaneKind, _ b: LaneKind) -> LaneKind {
    operate(a.scalar == .float ? .fAdd : .iAdd, a.scalar, a, b)
  }
  mutating func subtract(_ a: LaneKind, _ b: LaneKind) -> LaneKind {
    operate(a.scalar == .float ? .fSub : .iSub, a.scalar, a, b)
  }
  mutating func multiply(_ a: LaneKind, _ b: LaneKind) -> LaneKind {
    operate(a.scalar == .float ? .fMul : .iMul, a.scalar, a, b)
  }
  mutating func floor(_ a: LaneKind) -> LaneKind { extended(.floor, .float, a) }
  mutating func and(_ a: LaneKind, _ b: LaneKind) -> LaneKind { operate(.logicalAnd, .bool, a, b) }
  mutating func select(_ condition: LaneKind, _ a: LaneKind, _ b: LaneKind) -> LaneKind {
    a == b || condition == trueConstant ? a : operate(.select, a.scalar, [condition, a, b])
  }

  /// Returns `a` if it is greater, otherwise `b`, also if `a` is NaN.
  mutating func max(_ a: LaneKind, _ b: LaneKind) -> LaneKind { select(operate(.fOrdGreaterThan, .bool, a, b), a, b) }
  /// Returns `a` if it is less, otherwise `b`, also if `a` is NaN.
  mutating func min(_ a: LaneKind, _ b: LaneKind) -> LaneKind { select(operate(.fOrdLessThan, .bool, a, b), a, b) }

  /// Returns an integer clamped to low...high.
  mutating func clamp(_ value: LaneKind, _ low: LaneKind, _ high: LaneKind) -> LaneKind {
    let raised = select(operate(.sGreaterThan, .bool, value, low), value, low)
    return select(operate(.sLessThan, .bool, raised, high), raised, high)
  }

  /// Returns a + (b - a)·t.
  mutating func mix(_ a: LaneKind, _ b: LaneKind, _ t: LaneKind) -> LaneKind { add(a, multiply(subtract(b, a), t)) }

  /// Returns the sum of products, added in order.
  mutating func dot(_ a: Lanes, _ b: Lanes) -> LaneKind {
    var sum = multiply(a[0], b[0])
    for (x, y) in zip(a, b).dropFirst() { sum = add(sum, multiply(x, y)) }
    return sum
  }

  // MARK: Conversions between pixels and planes

  /// Returns the lane as a vector over the four pixels.
  mutating func wide(_ lane: LaneKind) -> ID {
    if lane.isWide { return lane.id }
    if let id = splats[lane.id] { return id }
    let (type, elements) = (module.type(lane.scalar, 4), Array(repeating: lane.id, count: 4))
    let id =
      isConstant(lane.id)
      ? module.global(.constantComposite, type: type, elements) : module.emit(.compositeConstruct, type, elements)
    splats[lane.id] = id
    return id
  }

  /// Returns one of the four pixels; a narrow lane is the same for all of them.
  mutating func pixel(_ index: Int, of lane: LaneKind) -> LaneKind {
    guard lane.isWide else { return lane }
    let id = module.emit(.compositeExtract, module.type(lane.scalar), [lane.id, UInt32(index)])
    return LaneKind(id: id, scalar: lane.scalar, isWide: false)
  }

  /// Returns the components of four pixels as wide lanes.
  mutating func planes(_ pixels: [Lanes]) -> Lanes {
    pixels[0].indices.map { component in
      let scalar = pixels[0][component].scalar
      let id = module.emit(.compositeConstruct, module.type(scalar, 4), pixels.map { $0[component].id })
      return LaneKind(id: id, scalar: scalar, isWide: true)
    }
  }

  /// Returns narrow lanes as a scalar or vector.
  mutating func vector(_ lanes: Lanes) -> ID {
    guard lanes.count > 1 else { return lanes[0].id }
    return module.emit(.compositeConstruct, module.type(lanes[0].scalar, lanes.count), lanes.map(\.id))
  }

  /// Returns the components of a scalar or vector as narrow lanes.
  mutating func lanes(_ id: ID, _ scalar: ScalarLane, count: Int) -> Lanes {
    guard count > 1 else { return [LaneKind(id: id, scalar: scalar, isWide: false)] }
    return (0..<count).map { index in
      let element = module.emit(.compositeExtract, module.type(scalar), [id, UInt32(index)])
      return LaneKind(id: element, scalar: scalar, isWide: false)
    }
  }
}
