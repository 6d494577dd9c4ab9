/// One component: of one pixel, or of four pixels side by side.
struct LaneKind: Hashable {
  /// A scalar, or a vector of four when wide.
  var id: ID
  var scalar: ScalarLane
  var isWide: Bool
}

/// The components of a value, in order.
typealias Lanes = [LaneKind]

/// Writes instructions on lanes. An operation on narrow lanes stays scalar; as soon as one operand is wide, the others
/// are spread over the four pixels and the result is wide.
struct LaneEmitter {
  var module = ModuleBuilder()
  /// Slots of the argument buffer that the function being written has loaded.
  var loaded: [Int: Lanes] = [:]
  /// Narrow lanes that were spread over the four pixels.
  private var spread: [ID: ID] = [:]
  /// By identifier.
  private var areConstants: [Bool] = []
  /// The literal true, once a comparison came to it.
  private var always: LaneKind?
  /// The null constants that were asked for, by their scalars.
  private var nulls: [ScalarLane: LaneKind] = [:]

  /// Where the code is and what is visible there, to come back to when an attempt fails.
  struct Mark {
    fileprivate var position: Int
    fileprivate var loaded: [Int: Lanes]
    fileprivate var spread: [ID: ID]
  }

  func mark() -> Mark { Mark(position: module.position, loaded: loaded, spread: spread) }

  /// Takes back what was written after the mark.
  mutating func rewind(to mark: Mark) {
    module.rewind(to: mark.position)
    forget(after: mark)
  }

  /// Forgets what was loaded and spread after the mark: it is not visible in code that follows.
  mutating func forget(after mark: Mark) { (loaded, spread) = (mark.loaded, mark.spread) }

  /// To be called when another function starts: nothing of the last one is visible there.
  mutating func forgetAll() {
    loaded = [:]
    spread = spread.filter { isConstant($0.key) }
  }

  // MARK: Constants

  mutating func constant(_ value: Float) -> LaneKind { constant(module.constant(value), .float) }
  mutating func constant(_ value: Int32) -> LaneKind { constant(module.constant(value), .int) }
  mutating func constant(_ value: UInt32) -> LaneKind { constant(module.constant(value), .uint) }

  /// A lane for a constant of the module.
  mutating func constant(_ id: ID, _ scalar: ScalarLane) -> LaneKind {
    if areConstants.count <= Int(id) {
      areConstants += repeatElement(false, count: Int(id) + 64 - areConstants.count)
    }
    areConstants[Int(id)] = true
    return LaneKind(id: id, scalar: scalar, isWide: false)
  }

  /// The null constant of a scalar.
  mutating func null(_ scalar: ScalarLane) -> LaneKind {
    if let known = nulls[scalar] { return known }
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

  // Most instructions of a kernel have one operand or two: they are written without lists of these.

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

  /// An element-wise instruction.
  mutating func operate(_ opcode: Opcode, _ result: ScalarLane, _ operands: Lanes) -> LaneKind {
    let isWide = operands.contains(where: \.isWide)
    let ids = operands.map { isWide ? wide($0) : $0.id }
    return LaneKind(
      id: module.emit(opcode, module.type(result, isWide ? 4 : 1), ids), scalar: result, isWide: isWide)
  }

  /// The result where literals leave nothing to do: adding 0, multiplying by 0 or 1, dividing by 1, comparing 1 with 0.
  /// An axis is made of these, and what does not move across it must be seen to stay; so is the alpha of an opaque
  /// image. A product with a literal 0 is 0 here whatever the other factor.
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
    always = lane
    return lane
  }

  /// An element-wise instruction of GLSL.std.450, by its number.
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

  /// The instructions of GLSL.std.450 that are emitted here; the numbers are those of its specification.
  enum Extended: UInt32 {
    case floor = 8
    case sqrt = 31
    case inverseSqrt = 32
    case packHalf2x16 = 58
    case unpackHalf2x16 = 62
  }

  mutating func add(_ a: LaneKind, _ b: LaneKind) -> LaneKind { operate(a.scalar == .float ? .fAdd : .iAdd, a.scalar, a, b) }
  mutating func subtract(_ a: LaneKind, _ b: LaneKind) -> LaneKind { operate(a.scalar == .float ? .fSub : .iSub, a.scalar, a, b) }
  mutating func multiply(_ a: LaneKind, _ b: LaneKind) -> LaneKind { operate(a.scalar == .float ? .fMul : .iMul, a.scalar, a, b) }
  mutating func floor(_ a: LaneKind) -> LaneKind { extended(.floor, .float, a) }
  mutating func and(_ a: LaneKind, _ b: LaneKind) -> LaneKind { operate(.logicalAnd, .bool, a, b) }
  mutating func select(_ condition: LaneKind, _ a: LaneKind, _ b: LaneKind) -> LaneKind {
    a == b || condition == always ? a : operate(.select, a.scalar, [condition, a, b])
  }

  /// `a` where it is greater, else `b`: also where `a` is NaN.
  mutating func max(_ a: LaneKind, _ b: LaneKind) -> LaneKind { select(operate(.fOrdGreaterThan, .bool, a, b), a, b) }
  /// `a` where it is less, else `b`: also where `a` is NaN.
  mutating func min(_ a: LaneKind, _ b: LaneKind) -> LaneKind { select(operate(.fOrdLessThan, .bool, a, b), a, b) }

  /// An integer limited to low...high.
  mutating func clamp(_ value: LaneKind, _ low: LaneKind, _ high: LaneKind) -> LaneKind {
    let raised = select(operate(.sGreaterThan, .bool, value, low), value, low)
    return select(operate(.sLessThan, .bool, raised, high), raised, high)
  }

  /// a + (b - a)·t
  mutating func mix(_ a: LaneKind, _ b: LaneKind, _ t: LaneKind) -> LaneKind { add(a, multiply(subtract(b, a), t)) }

  /// The sum of products, from the first to the last.
  mutating func dot(_ a: Lanes, _ b: Lanes) -> LaneKind {
    var sum = multiply(a[0], b[0])
    for (x, y) in zip(a, b).dropFirst() { sum = add(sum, multiply(x, y)) }
    return sum
  }

  // MARK: Between pixels and planes

  /// The lane as a vector over the four pixels.
  mutating func wide(_ lane: LaneKind) -> ID {
    if lane.isWide { return lane.id }
    if let id = spread[lane.id] { return id }
    let (type, elements) = (module.type(lane.scalar, 4), Array(repeating: lane.id, count: 4))
    let id =
      isConstant(lane.id)
      ? module.global(.constantComposite, type: type, elements) : module.emit(.compositeConstruct, type, elements)
    spread[lane.id] = id
    return id
  }

  /// One of the four pixels; a narrow lane is the same in all of them.
  mutating func pixel(_ index: Int, of lane: LaneKind) -> LaneKind {
    guard lane.isWide else { return lane }
    let id = module.emit(.compositeExtract, module.type(lane.scalar), [lane.id, UInt32(index)])
    return LaneKind(id: id, scalar: lane.scalar, isWide: false)
  }

  /// The components of four pixels as planes.
  mutating func planes(_ pixels: [Lanes]) -> Lanes {
    pixels[0].indices.map { component in
      let scalar = pixels[0][component].scalar
      let id = module.emit(.compositeConstruct, module.type(scalar, 4), pixels.map { $0[component].id })
      return LaneKind(id: id, scalar: scalar, isWide: true)
    }
  }

  /// Narrow lanes as a scalar or vector.
  mutating func vector(_ lanes: Lanes) -> ID {
    guard lanes.count > 1 else { return lanes[0].id }
    return module.emit(.compositeConstruct, module.type(lanes[0].scalar, lanes.count), lanes.map(\.id))
  }

  /// The components of a scalar or vector as narrow lanes.
  mutating func lanes(_ id: ID, _ scalar: ScalarLane, count: Int) -> Lanes {
    guard count > 1 else { return [LaneKind(id: id, scalar: scalar, isWide: false)] }
    return (0..<count).map { index in
      let element = module.emit(.compositeExtract, module.type(scalar), [id, UInt32(index)])
      return LaneKind(id: element, scalar: scalar, isWide: false)
    }
  }
}
